import { homeFolder } from '../home/folder.ts'
import { listListeners } from '../home/listeners.ts'
import { say } from './output.ts'

/** `tickbird doctor`: what was found. */
export async function doctor(options: { json?: boolean }): Promise<void> {
  const hosts = listListeners(homeFolder())
  if (options.json) say.json({ hosts })
  else say.text(`${hosts.length} hosts are running.`)
}
