import {
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import type { Operator } from "../operator.ts";
import { findHeads } from "./queries.ts";

/** Head of a chain when it was signed, as one line of the file. */
export interface SignedHead {
  team_id: string;
  seq: number;
  /** SHA-256 of the entry at seq, in hex. */
  hash: string;
  /** RFC 3339. */
  at: string;
  /** Name of the key. */
  kid: string;
  /** Ed25519 over the members before it, base64url. */
  signature: string;
}

export interface SignedHeadsOptions {
  /** A file outside the database, which is only appended to; one line per head. */
  file: string;
  /** auth's own private Ed25519 JWK. */
  privateJwk: string;
  /** JWKS in which its public half is; former keys stay there for as long as their heads are to be believed. */
  jwks: string;
}

/**
 * Heads of the audit chains, signed and stored in a file outside the database. A change to the database, even to its
 * heads, can neither remove nor forge a signed head (operation.audit-chain, ADR 20).
 */
export class SignedHeads {
  readonly #file: string;
  readonly #kid: string;
  readonly #privateKey: KeyObject;
  readonly #publicKeys: ReadonlyMap<string, KeyObject>;
  readonly #signed = new Map<string, number>();

  constructor({ file, privateJwk, jwks }: SignedHeadsOptions) {
    const key = JSON.parse(privateJwk) as JsonWebKey & { kid: string };
    const { keys } = JSON.parse(jwks) as { keys: (JsonWebKey & { kid: string })[] };
    this.#file = file;
    this.#kid = key.kid;
    this.#privateKey = createPrivateKey({ key, format: "jwk" });
    this.#publicKeys = new Map(keys.map((one) => [one.kid, createPublicKey({ key: one, format: "jwk" })]));
  }

  /** Signs the head of every chain that has grown since this process last did; answers how many. */
  async sign(operator: Operator, now: Date = new Date()): Promise<number> {
    const grown = (await findHeads(operator)).filter(
      ({ team_id: id, seq }) => seq > (this.#signed.get(id) ?? 0),
    );
    if (grown.length === 0) return 0;
    const lines = grown.map(({ team_id, seq, hash }) => {
      const head = { team_id, seq, hash, at: now.toISOString(), kid: this.#kid };
      return JSON.stringify({
        ...head,
        signature: sign(null, bytesOf(head), this.#privateKey).toString("base64url"),
      });
    });
    await appendFile(this.#file, `${lines.join("\n")}\n`, { mode: 0o600 });
    for (const { team_id: id, seq } of grown) this.#signed.set(id, seq);
    return grown.length;
  }

  /**
   * Reads the team's signed heads by sequence number. Skips a line that a kill cut short, and one with a wrong
   * signature. Rejects if the file exists but cannot be read: that differs from a chain without heads.
   */
  async of(teamId: string): Promise<ReadonlyMap<number, string>> {
    const text = await readFile(this.#file, "utf8").catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw error;
    });
    const heads = text.split("\n").flatMap((line) => (line.includes(teamId) ? [this.#read(line)] : []));
    const own = heads.filter((head) => head?.team_id === teamId);
    return new Map(own.flatMap((head) => (head === undefined ? [] : [[head.seq, head.hash]])));
  }

  #read(line: string): SignedHead | undefined {
    try {
      const head = JSON.parse(line) as SignedHead;
      const key = this.#publicKeys.get(head.kid);
      if (key === undefined) return undefined;
      return verify(null, bytesOf(head), key, Buffer.from(head.signature, "base64url")) ? head : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Builds the signed bytes. The purpose comes first, so that no other text that this key signs can pass for a head. */
function bytesOf({ team_id, seq, hash, at, kid }: Omit<SignedHead, "signature">): Buffer {
  return Buffer.from(JSON.stringify(["jst audit head", team_id, seq, hash, at, kid]));
}
