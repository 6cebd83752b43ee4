/** Under this name our translators mark a notice that says: the agent cannot reach its service and waits for it. */
export const UNREACHABLE_META = 'tickbird/unreachable'
