/** Rhino's habits: a click selects, shift adds, ctrl takes away, a click on nothing clears. */
export function picked(
  selection: readonly string[],
  hit: string | null,
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): readonly string[] {
  if (hit === null) return shiftKey || ctrlKey || metaKey || selection.length === 0 ? selection : []
  if (ctrlKey || metaKey) return selection.includes(hit) ? selection.filter((guid) => guid !== hit) : selection
  if (shiftKey) return selection.includes(hit) ? selection : [...selection, hit]
  return selection.length === 1 && selection[0] === hit ? selection : [hit]
}
