import { isIP } from "node:net";
import { isPublicAddress, type parseRanges } from "./addresses.ts";

/** Rules of a deployment about targets of POSTs. */
export interface GuardRules {
  /** The local fleet alone: also `http://127.0.0.1:<port>`, in exactly this spelling (events.development-urls). */
  allowsLoopback: boolean;
  /** Ports that loopback targets may not have: the doors of the local fleet itself. */
  fleetPorts?: { first: number; last: number } | undefined;
  /** Names beside the reserved ones that are refused: the deployment's own. */
  refusedHosts: readonly string[];
  /** Ranges beside the reserved ones that are refused: the deployment's own. */
  refusedRanges: ReturnType<typeof parseRanges>;
}

/** Ports of services that would take a POST for something else: WHATWG's bad ports, and stores and control planes. */
const refusedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  2375, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697, 9092, 9200, 10080, 10250, 11211, 27017,
]);

/** A URL that may be connected to, but for what its name resolves to. */
export interface Target {
  isTls: boolean;
  /** Name, or IP address without brackets. */
  host: string;
  /** The address itself when the URL names one: it needs no resolving. */
  address: string | undefined;
  port: number;
  /** As the Host header has it. */
  authority: string;
  /** Path and query. */
  path: string;
}

/** Reason why a URL is refused; safe to show to its sender. */
export class UrlRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "UrlRefused";
  }
}

/** The name of a URL has no address, as far as DNS knows now. */
export class NameUnknown extends UrlRefused {}

const urlCharsMax = 2_048;
const loopback = /^http:\/\/127\.0\.0\.1:([1-9][0-9]{0,4})(?=[/?#]|$)/;
/** Scheme, then two slashes, then an authority: other spellings parse to a host as well. */
const shape = /^https?:\/\/([^/?#]+)/i;
// Spaces, controls and the characters that a parser silently drops, and the backslash it reads as a slash.
const hidden = /[\s\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Dots of other scripts, which IDNA reads as dots. */
const foreignDots = /[\u3002\uff0e\uff61]/;
const reservedSuffixes = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "svc",
  "home.arpa",
  "onion",
  "test",
  "invalid",
  "metadata",
];

/** Reads a URL, or throws UrlRefused. It looks at the text alone: what a name resolves to is the next check. */
export function parseTarget(text: string, rules: GuardRules): Target {
  if (text.length > urlCharsMax)
    throw new UrlRefused(
      `The URL is longer than ${urlCharsMax} characters, which is the maximum. Send a shorter one.`,
    );
  if (hidden.test(text))
    throw new UrlRefused(
      "The URL contains blanks, control or invisible characters, or a backslash. Remove or encode them.",
    );
  const written = shape.exec(text)?.[1];
  if (written === undefined)
    throw new UrlRefused(
      "The URL must start with https:// or http:// and a host, such as https://example.com.",
    );
  if (written.includes("@")) throw new UrlRefused("The URL contains a user or password. Remove them.");
  const target = targetOf(text);
  if (refusedPorts.has(target.port))
    throw new UrlRefused(`Port ${target.port} is not allowed. Use another port.`);
  if (rules.allowsLoopback && loopback.test(text)) {
    if (isOfFleet(target.port, rules))
      throw new UrlRefused(`Port ${target.port} belongs to this installation. Use another port.`);
    return target;
  }
  requirePlainHost(written, target);
  if (target.address === undefined) requirePublicName(target.host, rules);
  else if (!isPublicAddress(target.address, rules.refusedRanges))
    throw new UrlRefused(`The address is not public. ${whatIsTaken(rules)}`);
  return target;
}

/** Whether this exact spelling is the local fleet's exception, whose address is not public. */
export function isLocalException(text: string, rules: GuardRules): boolean {
  const port = loopback.exec(text)?.[1];
  return rules.allowsLoopback && port !== undefined && !isOfFleet(Number(port), rules);
}

function isOfFleet(port: number, { fleetPorts }: GuardRules): boolean {
  return fleetPorts !== undefined && port >= fleetPorts.first && port <= fleetPorts.last;
}

function targetOf(text: string): Target {
  if (!URL.canParse(text)) throw new UrlRefused("The URL is not valid. Check its spelling.");
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isTls = url.protocol === "https:";
  return {
    isTls,
    host,
    address: isIP(host) === 0 ? undefined : host,
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    authority: url.host,
    path: `${url.pathname}${url.search}`,
  };
}

/** Refuses hosts that the parser read as something else than was written: octal, hexadecimal, full-width and so on. */
function requirePlainHost(written: string, target: Target): void {
  const host = written.replace(/:[0-9]*$/, "").toLowerCase();
  const isRewritten = host.includes("%") || foreignDots.test(host) || host.normalize("NFKC") !== host;
  const isOddAddress = isIP(target.host) === 4 && host !== target.host;
  if (isRewritten || isOddAddress)
    throw new UrlRefused(
      "The host has an unusual spelling. Write it in plain letters, or as a usual IP address.",
    );
}

function requirePublicName(host: string, rules: GuardRules): void {
  const name = host.replace(/\.$/, "");
  const isUnder = (suffix: string) => name === suffix || name.endsWith(`.${suffix}`);
  const isOdd = !name.includes(".") || name.startsWith(".") || name.includes("..");
  if (isOdd || [...reservedSuffixes, ...rules.refusedHosts].some(isUnder))
    throw new UrlRefused(`The host is not a public name. ${whatIsTaken(rules)}`);
}

function whatIsTaken({ allowsLoopback }: GuardRules): string {
  const local = allowsLoopback ? ", or on this machine http://127.0.0.1:<port>" : "";
  return `Use an address that the public internet reaches${local}.`;
}
