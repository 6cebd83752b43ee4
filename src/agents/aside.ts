/**
 * Marks a block of a prompt that is not the user's own words: instructions, notes of an undo. Agents of other makers pass
 * `_meta` on or ignore it, and read the block as text; the practice agent leaves it out.
 */
export const ASIDE_META = 'tickbird/aside'
