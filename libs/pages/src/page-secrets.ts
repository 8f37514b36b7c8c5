/** Pages whose addresses end in a secret, as the paths of their routes name them. */
export const SECRET_PAGES = [
  "bookings",
  "checkout",
  "files",
  "invoices",
  "quotes",
  "sign-in",
  "unsubscribe",
] as const;

/** Stands in the place of a secret. */
const HIDDEN = "***";
/** A slash; a link within a link encodes it. */
const SLASH = "(?:/|%2F)";
/** A secret has 256 bits in base64url, or more. */
const ADDRESS = new RegExp(
  `(${SLASH}p${SLASH}(?:${SECRET_PAGES.join("|")})${SLASH})[A-Za-z0-9_-]{43,}`,
  "gi",
);
/** A line of a calendar that goes on (RFC 5545, 3.1); it breaks anywhere, also in an address. */
const FOLD = /\r?\n[ \t]/g;

/** Hides the secret of each address of a page in a text (comms.secrets). */
export function withoutPageSecrets(text: string): string {
  return text.replace(ADDRESS, `$1${HIDDEN}`);
}

/** Hides the same in a file; a calendar with such an address has long lines then. */
export function fileWithoutPageSecrets({
  content,
  content_type: type,
}: {
  content: string;
  content_type: string;
}): string {
  if (!type.startsWith("text/calendar")) return withoutPageSecrets(content);
  const unfolded = content.replace(FOLD, "");
  const hidden = withoutPageSecrets(unfolded);
  return hidden === unfolded ? content : hidden;
}
