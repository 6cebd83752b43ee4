import { isAlive } from '../../home/listeners.ts'

const INTERVAL_MS = 1000

/**
 * Calls `gone` once the parent process has ended, however it ended. A direct child is handed to another parent then,
 * which also tells a dead parent that nobody has cleared away yet.
 */
export function watchParent(pid: number, gone: () => void): void {
  const direct = process.ppid === pid
  const timer = setInterval(() => {
    const there = direct && process.platform !== 'win32' ? process.ppid === pid : isAlive(pid)
    if (there) return
    clearInterval(timer)
    gone()
  }, INTERVAL_MS)
  timer.unref()
}
