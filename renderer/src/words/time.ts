const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (n: number) => String(n).padStart(2, '0')

/** "14:02", in the person's own time zone. */
export function clock(at: number): string {
  const time = new Date(at)
  return `${two(time.getHours())}:${two(time.getMinutes())}`
}

/** "14:02:09" */
export const clockSeconds = (at: number): string => `${clock(at)}:${two(new Date(at).getSeconds())}`

/** "now", "5 min ago", "3 h ago", "yesterday", "12 Nov", "12 Nov 2024" */
export function ago(at: number, now: number): string {
  const passed = now - at
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY)
  if (days === 0) return `${Math.floor(passed / HOUR)} h ago`
  if (days === 1) return 'yesterday'
  if (days < 7) return `${days} days ago`
  const time = new Date(at)
  const day = `${time.getDate()} ${time.toLocaleString('en', { month: 'short' })}`
  return time.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${time.getFullYear()}`
}

/** "in 3 h", "tomorrow", "in 5 days", "now" */
export function until(at: number, now: number): string {
  const left = at - now
  if (left < MINUTE) return 'now'
  if (left < HOUR) return `in ${Math.ceil(left / MINUTE)} min`
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY)
  if (days === 0) return `in ${Math.ceil(left / HOUR)} h`
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)
