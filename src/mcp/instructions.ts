/** What every client is told when it connects. Counted against the envelope's 500 tokens, so every word pays. */
export const INSTRUCTIONS =
  'Tools for the Rhino document that is open beside the user. Lengths are in the document’s units, angles in degrees; ' +
  'convert what the user gives in other units. Call get_context first, and again at the end to check. ' +
  'Points are [x, y, z], ids GUIDs, layers full paths with "::". Errors say what to do next. undo_turn takes a whole turn back.'
