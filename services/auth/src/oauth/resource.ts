import { resourcePaths, type Audience } from "@jst/caller";

/** From the widest to the narrowest: each includes those after it (oauth.resource). */
const audiences = Object.keys(resourcePaths) as Audience[];

/** Returns the audience that a `resource` parameter names at this issuer; undefined for any other (RFC 8707). */
export function audienceOf(resource: string, issuer: string): Audience | undefined {
  const named = comparable(resource);
  return named === undefined
    ? undefined
    : audiences.find((one) => comparable(`${issuer}${resourcePaths[one]}`) === named);
}

/** True if a token for `held` may be used, or narrowed, for `wanted`. */
export function includes(held: Audience, wanted: Audience): boolean {
  return audiences.indexOf(held) <= audiences.indexOf(wanted);
}

/** Without query, fragment and one slash at the end; scheme and host in lower case. */
function comparable(address: string): string | undefined {
  if (address.length > 2_048 || /[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return undefined;
  const written = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)([^?#]*)/i.exec(address);
  const url = new URL(address);
  if (written === null || url.username + url.password !== "") return undefined;
  return `${url.origin}${(written[2] ?? "").replace(/\/$/, "")}`;
}
