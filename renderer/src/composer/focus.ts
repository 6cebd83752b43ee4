let field: HTMLTextAreaElement | null = null

export function setComposerField(element: HTMLTextAreaElement | null): void {
  field = element
}

export function focusComposer(): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
