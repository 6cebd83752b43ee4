/** Tools beside the catalogue that only look or ask. */
export const HARMLESS = ['search_dynamic', 'list_processes', 'ask_designer', 'ask_user'] as const
