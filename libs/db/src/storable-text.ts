/**
 * Returns the text as PostgreSQL can store it, also within jsonb: without NUL (22P05, 22021), and with U+FFFD for each
 * half of a surrogate pair (22P02). Cut a text to its length first, because a cut can leave such a half.
 */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
