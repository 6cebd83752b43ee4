const mac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

/** How a shortcut is written on this machine: "⌘K" or "Ctrl+K". */
export function shortcut(key: string): string {
  return mac ? `⌘${key}` : `Ctrl+${key}`
}

/** Ctrl or Cmd, whichever this machine uses, without others. */
export function withCommand(event: {
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}): boolean {
  const command = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return command && !event.altKey && !event.shiftKey
}
