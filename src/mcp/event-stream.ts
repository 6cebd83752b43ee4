/**
 * The data of each event in a `text/event-stream`, as it arrives. Only what MCP uses: `data` fields, several of one event
 * joined by line breaks; comments, names and ids are passed over.
 */
export async function* eventData(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const chunk of stream) {
    rest += utf8.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      if (line !== '' || data.length === 0) continue
      yield data.join('\n')
      data = []
    }
  }
}
