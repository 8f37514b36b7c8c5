/** Content of a message, as it is sent. */
interface Body {
  text: string | null;
  html: string | null;
}

/** Stands where the author of a mail wants the address on which its reader opts out. */
const MARK = "%unsubscribe_url%";

/**
 * The body with the address on which its reader opts out: where the mark stands, else at the end (comms.opt-out-link).
 * As it is, where the message offers none.
 */
export function withOptOut({ text, html }: Body, url: string | null): Body {
  if (url === null) return { text, html };
  return {
    text: text && (withMark(text, url) ?? `${text}\n\nUnsubscribe: ${url}\n`),
    html: html && (withMark(html, url) ?? withLink(html, url)),
  };
}

const withMark = (part: string, url: string): string | undefined =>
  part.includes(MARK) ? part.replaceAll(MARK, url) : undefined;

/** HTML whose body ends with the link. */
function withLink(html: string, url: string): string {
  const at = lastOf(html, /<\/body\b/gi) ?? lastOf(html, /<\/html\b/gi) ?? html.length;
  return `${html.slice(0, at)}<p><a href="${url}">Unsubscribe</a></p>${html.slice(at)}`;
}

const lastOf = (text: string, pattern: RegExp): number | undefined =>
  [...text.matchAll(pattern)].at(-1)?.index;
