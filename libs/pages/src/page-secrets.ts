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
/** Characters of the shortest secret: 256 bits in base64url. */
const SECRET_CHARS = 43;
/** A run of characters that may be a secret. */
const SECRET = new RegExp(`[A-Za-z0-9_-]{${SECRET_CHARS},}`, "g");
const SLASH_DIGITS = /^(?:25)*2f/i;
/** The slash before a secret, as a text, a link within a link or HTML writes it. */
const SLASH_AT_END = /(?:\/|%(?:25)*2f|&#x0*2f;|&#0*47;|&sol;)$/i;
/** Characters before a secret in which its address is looked for. */
const ADDRESS_CHARS = 160;
/** Codings within one another that are undone: a link in a link in HTML. */
const CODINGS = 4;
const PAGE = new RegExp(`/p/(?:${SECRET_PAGES.join("|")})/$`, "i");
const NAMED: Readonly<Record<string, string>> = { sol: "/", period: ".", percnt: "%", amp: "&" };

/** A line of a calendar that goes on (RFC 5545, 3.1); it breaks anywhere, also in an address. */
const FOLD = /\r?\n[ \t]/g;

/** Hides the secret of each address of a page in a text, however its path is encoded (comms.secrets). */
export function withoutPageSecrets(text: string): string {
  return text.replace(SECRET, (run: string, at: number) => {
    // The digits of an encoded slash count as characters of the run.
    const slash = text[at - 1] === "%" ? (SLASH_DIGITS.exec(run)?.[0] ?? "") : "";
    const start = at + slash.length;
    const before = text.slice(Math.max(0, start - ADDRESS_CHARS), start);
    const isSecret = run.length - slash.length >= SECRET_CHARS && SLASH_AT_END.test(before);
    return isSecret && PAGE.test(pathOf(before)) ? `${slash}${HIDDEN}` : run;
  });
}

/** Reads the end of a text as the path that a browser opens: decoded, without empty and dot segments. */
function pathOf(text: string): string {
  let decoded = text;
  for (let round = 0; round < CODINGS; round += 1) decoded = decodedOnce(decoded);
  const segments: string[] = [];
  for (const segment of decoded.replaceAll("\\", "/").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.slice(-2).join("/")}/`;
}

function decodedOnce(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]{2});/gi, (_, hex: string) => asciiOf(Number.parseInt(hex, 16)))
    .replace(/&#0*([0-9]{2,3});/g, (_, digits: string) => asciiOf(Number(digits)))
    .replace(/&(sol|period|percnt|amp);/gi, (_, name: string) => NAMED[name.toLowerCase()] ?? "")
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => asciiOf(Number.parseInt(hex, 16)));
}

const asciiOf = (code: number): string => String.fromCharCode(code);

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
