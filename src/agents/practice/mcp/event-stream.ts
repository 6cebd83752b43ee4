/** Reads server-sent events: the data of each event, in order. Source: the HTML standard, "Parsing an event stream". */
export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const chunk of body) {
    rest += utf8.decode(chunk, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      if (line !== '') continue
      if (data.length > 0) yield data.join('\n')
      data = []
    }
  }
}
