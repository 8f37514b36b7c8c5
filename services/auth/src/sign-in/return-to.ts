import type { Page, PageRequest } from "@jst/pages";
import { cookieName, onlyCookie, setCookie } from "../sessions/cookies.ts";

/** Where a browser goes that came from nowhere. */
const HOME = "/console";
const COOKIE = "jst_return_to";
/** Seconds that a browser keeps where it came from. */
const LIFE_S = 600;
/** Browsers keep a cookie of 4,096 bytes, name and attributes included. */
const PART_CHARS = 3_500;
const PARTS = 3;

/** Returns the address if sign-in may lead to it (sessions.return); else undefined. */
export function returnPath(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined || !URL.canParse(address, "http://here")) return undefined;
  const { host, pathname, search } = new URL(address, "http://here");
  // Spelled as a browser would, so that no backslash, dot segment or other host is read into it later.
  if (host !== "here" || `${pathname}${search}` !== address) return undefined;
  const isConsent = pathname === "/oauth/authorize" && search !== "";
  const isOurs = isConsent || /^\/p\/[^/]/.test(pathname) || /^\/console(?:\/|$)/.test(pathname);
  return isOurs && !pathname.includes("//") ? address : undefined;
}

/** Headers that have this browser keep where it came from, or forget it. */
export function keepReturn(path: string | undefined, baseUrl: string): string[] {
  const text = Buffer.from(path ?? "").toString("base64url");
  const isKept = text.length <= PART_CHARS * PARTS;
  return Array.from({ length: PARTS }, (_, n) => {
    const value = isKept ? text.slice(n * PART_CHARS, (n + 1) * PART_CHARS) : "";
    return setCookie({ name: `${COOKIE}_${n}`, value, lifeS: value === "" ? 0 : LIFE_S }, baseUrl);
  });
}

/** Builds the headers by which the browser stores `return_to`; empty without one (sessions.return). */
export function keptBy({ query }: Pick<PageRequest, "query">, baseUrl: string): Pick<Page, "headers"> {
  const path = returnPath(query.get("return_to"));
  return path === undefined ? {} : { headers: { "set-cookie": keepReturn(path, baseUrl) } };
}

/** Returns the path that this browser came from; undefined if it came from nowhere. */
export function returnOf(cookies: string | undefined, baseUrl: string): string | undefined {
  const parts = Array.from(
    { length: PARTS },
    (_, n) => onlyCookie(cookies, cookieName(`${COOKIE}_${n}`, baseUrl)) ?? "",
  );
  return returnPath(Buffer.from(parts.join(""), "base64url").toString());
}

/** Returns the path that this browser came from, else Home of the console. */
export function keptReturn(cookies: string | undefined, baseUrl: string): string {
  return returnOf(cookies, baseUrl) ?? HOME;
}
