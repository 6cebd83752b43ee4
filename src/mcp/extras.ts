import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'

type Given = Readonly<Record<string, unknown>>

/** A tool that answers in the protocol's own words; it may ask for input, and go on when the answer comes. */
export interface ExtraTool {
  definition: Tool
  /** It is called as a task, or not at all. */
  onlyAsTask?: boolean
  call(given: Given, context: ServerContext): Promise<CallToolResult | InputRequiredResult>
}

export interface ExtraPrompt {
  definition: Prompt
  get(given: Readonly<Record<string, string>>, context: ServerContext): Promise<GetPromptResult | InputRequiredResult>
}

/** Things a server offers beside the catalogue of Rhino's tools. */
export interface Extras {
  tools: readonly ExtraTool[]
  prompts: readonly ExtraPrompt[]
  resources: readonly Resource[]
  templates: readonly ResourceTemplateType[]
  /** Undefined for a URI that is none of these. */
  read(uri: string): ReadResourceResult | undefined
}
