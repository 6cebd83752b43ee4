import { useRef } from 'react'
import { focusComposer } from '../composer/focus.ts'

/**
 * For a dialog's `onCloseAutoFocus`: the focus goes back to where it was when the dialog opened, or to the composer
 * where that is gone, unless what the dialog did has put it somewhere else.
 */
export function useReturnFocus(): (event: Event) => void {
  const from = useRef(document.activeElement)
  return (event) => {
    event.preventDefault()
    const now = document.activeElement
    if (now && now !== document.body && now.closest('[role="dialog"]') === null) return
    const back = from.current
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus()
    else focusComposer()
  }
}
