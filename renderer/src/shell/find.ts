import { SEARCH_FIELD } from '../list/Search.tsx'
import { layout } from './layout.ts'

/** Shows the list of conversations and puts the cursor into its search field. */
export function findInConversations(): void {
  layout.setState({ list: true })
  requestAnimationFrame(() => document.getElementById(SEARCH_FIELD)?.focus())
}
