import { createHmac, timingSafeEqual } from "node:crypto";
import type { SecretKeys } from "@jst/config";

/** Documents that have a page, as their addresses name them. */
export type PageKind = "invoices" | "quotes" | "checkout";

/** A document by its page. */
export interface Hosted {
  teamId: string;
  id: string;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
/** A text of base64url whose last sign is the one that was given out: in another spelling it is not the secret. */
const SECRET = /^[A-Za-z0-9_-]{85}[AQgw]$/;

/**
 * Addresses of the pages of documents (commerce.pages). They follow from the first key of the fleet's file, kind, team
 * and id: nothing is stored of them, and each read tells the same one, whichever key has become current.
 */
export class HostedPages {
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #baseUrl: string;

  constructor({ keys }: Pick<SecretKeys, "keys">, baseUrl: string) {
    const [first, ...others] = keys.values();
    if (first === undefined) throw new Error("There is no secret key.");
    this.#keys = [first, ...others];
    this.#baseUrl = baseUrl;
  }

  /** The address of a page. */
  urlOf(kind: PageKind, { teamId, id }: Hosted): string {
    const name = Buffer.concat([bytesOf(teamId), bytesOf(id)]);
    const secret = Buffer.concat([name, macOf(this.#keys[0], kind, name)]).toString("base64url");
    return `${this.#baseUrl}/p/${kind}/${secret}`;
  }

  /** What a secret is the address of, by any key that is listed; undefined for one that nobody was told. */
  read(kind: PageKind, secret: string): Hosted | undefined {
    if (!SECRET.test(secret)) return undefined;
    const bytes = Buffer.from(secret, "base64url");
    const [name, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
    if (!this.#keys.some((key) => timingSafeEqual(macOf(key, kind, name), mac))) return undefined;
    return { teamId: idOf(name.subarray(0, ID_BYTES)), id: idOf(name.subarray(ID_BYTES)) };
  }

  /** The JSON of documents of a team with their addresses where pageMark left a mark. */
  written(json: string, teamId: string): string {
    return json.replaceAll(MARK, (_, member: string, kind: PageKind, id: string) => {
      const url = this.urlOf(kind, { teamId, id });
      return `"${member}":${JSON.stringify(url)}`;
    });
  }
}

/** In JSON a text of a caller has no quote of its own: what it writes is no mark. */
const MARK = /"(hosted_url|url)":"(invoices|quotes|checkout) ([0-9a-f-]{36})"/g;

/** SQL of what `written` puts the address in place of. */
export const pageMarkOf = (kind: PageKind): string => `'${kind} ' || t.id`;

/** The same of a document that may be a draft, which has no page: null then. */
export const pageMark = (kind: PageKind): string =>
  `case when t.finalized_at is not null then ${pageMarkOf(kind)} end`;

const macOf = (key: Buffer, kind: PageKind, name: Buffer): Buffer =>
  createHmac("sha256", key).update(`page of ${kind} `).update(name).digest();

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

let opened: HostedPages | undefined;

/** Addresses of the process: one key is the fleet's, so that no write has to bring it along. Set as it starts. */
export function openPages(pages: HostedPages): HostedPages {
  opened = pages;
  return pages;
}

/** What was stored, with the address of its page. */
export function hosted<T extends { body: string }>(stored: T, teamId: string): T {
  return { ...stored, body: hostedJson(stored.body, teamId) };
}

/** The JSON of documents of a team, with the addresses of their pages. */
export function hostedJson(json: string, teamId: string): string {
  if (opened === undefined) throw new Error("The pages of documents have no key.");
  return opened.written(json, teamId);
}

/** The items of a page of a list, with the addresses of theirs. */
export const hostedItems =
  (teamId: string) =>
  ({ items }: { items: Buffer }): Buffer =>
    Buffer.from(hostedJson(items.toString(), teamId));
