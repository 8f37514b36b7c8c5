import { createHmac, timingSafeEqual } from "node:crypto";
import { guardedMark, type GuardedValues, type Right } from "@jst/caller";
import { SecretBox, type SecretKeys } from "@jst/config";

/** Documents that have a page, as their addresses name them. */
export type PageKind = "invoices" | "quotes" | "checkout";

/** Document that a page shows. */
export interface HostedDocument {
  teamId: string;
  id: string;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
/** A text of base64url whose last sign is the one that was given out: in another spelling it is not the secret. */
const SECRET = /^[A-Za-z0-9_-]{85}[AQgw]$/;

/**
 * Addresses of the pages of documents (commerce.pages). They are computed from the first key of the fleet's file, kind,
 * team and id. Nothing of them is stored, and each read returns the same one, whichever key is current.
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

  /** Returns the address of a page. */
  urlOf(kind: PageKind, { teamId, id }: HostedDocument): string {
    const name = Buffer.concat([bytesOf(teamId), bytesOf(id)]);
    const secret = Buffer.concat([name, macOf(this.#keys[0], kind, name)]).toString("base64url");
    return `${this.#baseUrl}/p/${kind}/${secret}`;
  }

  /** Reads the document of a secret, by any listed key; undefined for a secret that was never issued. */
  read(kind: PageKind, secret: string): HostedDocument | undefined {
    if (!SECRET.test(secret)) return undefined;
    const bytes = Buffer.from(secret, "base64url");
    const [name, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
    if (!this.#keys.some((key) => timingSafeEqual(macOf(key, kind, name), mac))) return undefined;
    return { teamId: idOf(name.subarray(0, ID_BYTES)), id: idOf(name.subarray(ID_BYTES)) };
  }

  /** Returns the addresses as the door shows them to callers who may write in commerce (commerce.pages). */
  guarded(): GuardedValues {
    return { right: RIGHT, valueOf: (mark, teamId) => this.#markedUrl(mark, teamId) };
  }

  #markedUrl(mark: string, teamId: string): string {
    const [kind, id = ""] = mark.split(" ");
    return this.urlOf(kind as PageKind, { teamId, id });
  }
}

/** Right that a caller needs to be shown the address of a page: who has it may accept and pay there. */
const RIGHT: Right = { resource: "commerce", action: "write" };

/** SQL of the mark that the door writes the address of a page in place of. */
export const pageMarkOf = (kind: PageKind): string => guardedMark(`'${kind} ' || t.id`);

/** SQL of the mark of a document that may be a draft, which has no page: null then. */
export const pageMark = (kind: PageKind): string =>
  `case when t.finalized_at is not null then ${pageMarkOf(kind)} end`;

const macOf = (key: Buffer, kind: PageKind, name: Buffer): Buffer =>
  createHmac("sha256", key).update(`page of ${kind} `).update(name).digest();

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

let opened: { pages: HostedPages; secrets: SecretBox } | undefined;

/** Sets the keys of the process as it starts: they are the fleet's, so that no write has to pass them along. */
export function openPages(keys: SecretKeys, baseUrl: string): HostedPages {
  const pages = new HostedPages(keys, baseUrl);
  opened = { pages, secrets: new SecretBox(keys) };
  return pages;
}

/** Returns the address of a page, for a mail. */
export const hostedUrl = (kind: PageKind, page: HostedDocument): string =>
  ofProcess().pages.urlOf(kind, page);

/** Returns the keys that seal mails on their way to comms. */
export const fleetSecrets = (): SecretBox => ofProcess().secrets;

function ofProcess(): { pages: HostedPages; secrets: SecretBox } {
  if (opened === undefined) throw new Error("The pages of documents have no key.");
  return opened;
}
