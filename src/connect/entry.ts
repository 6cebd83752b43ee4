/** How a client starts us: what stands under `tickbird` in its configuration. */
export interface Entry {
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

export const ENTRY_NAME = 'tickbird'

/** What cannot be connected, with what to do about it. */
export class ConnectTrouble extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectTrouble'
  }
}

export interface OwnProgram {
  /** The Node that runs this command, by its full path. */
  node: string
  /** `dist/cli.js`, by its full path. */
  cli: string
  env: Readonly<Record<string, string | undefined>>
}

/**
 * The command that starts `tickbird mcp` from anywhere: clients have no PATH to rely on, so both paths are full ones. A
 * data folder of its own goes along, or the client would work on another one than the user.
 */
export function ownEntry({ node, cli, env }: OwnProgram, tools?: string): Entry {
  // An AppImage is unpacked anew at each start, so a path into it leads nowhere the next time.
  if (env.APPDIR && cli.startsWith(env.APPDIR)) {
    throw new ConnectTrouble('A client cannot start Tickbird out of an AppImage. Install the .deb or .tar.gz instead.')
  }
  return {
    command: node,
    args: [cli, 'mcp', ...(tools === undefined ? [] : ['--tools', tools])],
    ...(env.TICKBIRD_HOME ? { env: { TICKBIRD_HOME: env.TICKBIRD_HOME } } : {}),
  }
}
