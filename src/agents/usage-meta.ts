/** Under this name our translators tell a turn's tokens beside ACP's `usage_update`, which has no place for them. */
export const TOKENS_META = 'tickbird/tokens'
