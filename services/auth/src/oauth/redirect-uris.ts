/** Schemes that a browser runs, opens or fetches itself: none of them is an app of its own. */
const refusedSchemes: ReadonlySet<string> = new Set([
  "javascript:",
  "data:",
  "file:",
  "blob:",
  "about:",
  "vbscript:",
  "view-source:",
  "ftp:",
  "ws:",
  "wss:",
]);
const CHARS_MAX = 2_048;
/** Signs of ASCII alone, without blanks, wildcards, and what a parser turns into something else. */
const plain = /^[\x21-\x29\x2b-\x5b\x5d-\x7e]+$/;
const beginning = /^([a-z][a-z0-9+.-]*):(.+)$/i;
/** http to the own machine, in one of the three spellings that clients use. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^?#]*)?(\?[^#]*)?$/i;

/** True for an address that a client may name as its own (oauth.redirects). */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > CHARS_MAX || !plain.test(uri) || uri.includes("#")) return false;
  const scheme = beginning.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username + url.password !== "" || /^[^/?]*:\/\/[^/?]*@/.test(uri)) return false;
  if (scheme === "https") return /^https:\/\/[^/?]/i.test(uri) && url.hostname !== "" && isPlainHost(uri);
  if (scheme === "http") return loopback.test(uri);
  return !refusedSchemes.has(url.protocol);
}

/** True if the host is written as it is meant: no escapes, and no characters that turn into others. */
function isPlainHost(uri: string): boolean {
  const host = /^https:\/\/([^/?]*)/i.exec(uri)?.[1] ?? "";
  return /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.test(host);
}

/** True if the address is one of the client's: to the letter, except for the port of the own machine. */
export function isOneOf(uri: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(uri)) return false;
  return registered.some((one) => one === uri || isSameButPort(one, uri));
}

function isSameButPort(one: string, other: string): boolean {
  const [a, b] = [withoutPort(one), withoutPort(other)];
  return a !== undefined && a === b;
}

/** Returns an address of the own machine without its port, with an empty path as `/`; undefined for any other. */
function withoutPort(uri: string): string | undefined {
  const found = loopback.exec(uri);
  if (found === null || Number(found[2] ?? 1) > 65_535) return undefined;
  const [, host, , path = "/", query = ""] = found;
  return `${host?.toLowerCase()}${path}${query}`;
}

/** Checks whether the address is on the member's own machine, where any program may listen. */
export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}

/** Returns the part of a redirect address that people see: the host, or the scheme of an app. */
export function shownHost(uri: string): string {
  const url = new URL(uri);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol;
}
