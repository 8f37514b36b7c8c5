/**
 * Names that mean the same to both: PostgreSQL reads an abbreviation as another zone than Node (BST), or as none (AET).
 */
const NAME = /^(UTC|[A-Z][A-Z0-9_+-]*(\/[A-Z0-9_+-]+)+)$/i;
/** Names Node keeps that the time zone database, and PostgreSQL with it, has given up. */
const GONE = /^(SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i;

/**
 * True for a time zone that Node and PostgreSQL know, and know as the same: UTC or an IANA name with a `/`, in any
 * case.
 */
export function isTimeZone(name: unknown): name is string {
  return isReadAlike(name) && nodesName(name) !== undefined;
}

/**
 * Returns the zone to reckon with for a stored one. That is the stored zone itself, or the IANA name of its meaning to
 * Node if it was stored while isTimeZone accepted more names. It is UTC without a stored zone.
 */
export function zoneOf(stored: string): string {
  if (isReadAlike(stored)) return stored;
  const name = nodesName(stored);
  return isReadAlike(name) ? name : "UTC";
}

function isReadAlike(name: unknown): name is string {
  return typeof name === "string" && name.length <= 64 && NAME.test(name) && !GONE.test(name);
}

/** Node's name for the zone; undefined for one it does not know. */
function nodesName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
