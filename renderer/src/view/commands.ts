export const VIEW_COMMANDS = ['extents', 'shaded', 'wireframe', 'ghosted'] as const
export type ViewCommand = (typeof VIEW_COMMANDS)[number]

const listeners = new Set<(command: ViewCommand) => void>()

/** For the 3D view that is on screen, if one is. */
export function viewCommand(command: ViewCommand): void {
  for (const listener of listeners) listener(command)
}

export function onViewCommand(listener: (command: ViewCommand) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
