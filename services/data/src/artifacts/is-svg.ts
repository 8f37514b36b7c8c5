/** What may stand before the first tag; each is matched at its place alone, so that no text takes long. */
const before = [/\s+/y, /<!--[^]*?-->/y, /<\?xml[^]*?\?>/iy, /<!doctype\s[^>[]*(?:\[[^\]]*\]\s*)?>/iy];
const tag = /<svg(?=[\s/>])/iy;

/** True for a text whose first tag is <svg>, after a byte order mark, blanks, comments, XML declaration and doctype. */
export function isSvg(text: string): boolean {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let end = at; ; at = end) {
    for (const pattern of before) end = Math.max(end, endOf(pattern, text, end));
    if (end === at) return endOf(tag, text, at) > at;
  }
}

/** Where the match that begins at this place ends; the place itself where none does. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
