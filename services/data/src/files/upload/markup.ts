/** Texts that may stand before the first tag; each is matched at its place alone, so that no text takes long. */
const before = [
  /\s+/y,
  /<!--[^]*?-->/y,
  /<\?xml[^]*?\?>/iy,
  /<!doctype\s+(?!html\b)[^>[]*(?:\[[^\]]*\]\s*)?>/iy,
];
const html = /<(?:!doctype\s+html|html|head|body|script)\b/iy;
const svg = /<svg(?=[\s/>])/iy;

/**
 * Returns the markup type that a browser would detect, by the first tag after a byte order mark, blanks, comments and
 * declarations.
 */
export function markupOf(text: string): "text/html" | "image/svg+xml" | undefined {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let end = at; ; at = end) {
    for (const pattern of before) end = Math.max(end, endOf(pattern, text, end));
    if (end > at) continue;
    if (endOf(svg, text, at) > at) return "image/svg+xml";
    return endOf(html, text, at) > at ? "text/html" : undefined;
  }
}

/** True for a text whose first tag is <svg>. */
export function isSvg(text: string): boolean {
  return markupOf(text) === "image/svg+xml";
}

/** Where the match that begins at this place ends; the place itself where none does. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
