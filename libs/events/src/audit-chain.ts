import type { SystemTx } from "@jst/db";
import { createHash } from "node:crypto";

/** Hash before the first entry of a team. */
export const GENESIS = Buffer.alloc(32);

/** A place in a chain: the last entry that is known, and its hash in hex. */
export interface ChainPlace {
  seq: number;
  hash: string;
}

/** Members of every chained entry; the rest belongs to its log. */
export interface ChainEntry {
  team_id: string;
  seq: number;
  id: string;
  /** RFC 3339, microseconds, Z: as exact as the column. */
  created_at: string;
}

/** A log whose entries are one chain of hashes per team, in the tables `audit` and `audit_heads` of its schema. */
export interface ChainedLog<Entry extends ChainEntry> {
  /** The bytes that an entry's hash is over: every column but the hash and the time of recording, in a fixed order. */
  bytesOf: (entry: Entry) => Buffer;
  /** SQL that inserts `$1`, a jsonb array of entries with `hash` and `prev_hash`, in their order. */
  append: string;
}

/** End of a chain. */
export interface ChainHead {
  seq: number;
  hash: Buffer;
}

/** Hash of an entry that follows the one with the previous hash. */
export function chainHash(previous: Buffer, bytes: Buffer): Buffer {
  return createHash("sha256").update(previous).update(bytes).digest();
}

/** The head of a team's chain, held to the commit, so that writers who overlap follow each other. */
export async function lockHead(tx: SystemTx, teamId: string): Promise<ChainHead> {
  const [row] = await tx.query<{ seq: string; hash: Buffer }>({
    name: "audit_lock_head",
    text: `insert into audit_heads as h (team_id, seq, hash) values ($1, 0, $2)
      on conflict (team_id) do update set seq = h.seq
      returning seq::text, hash`,
    values: [teamId, GENESIS],
  });
  if (row === undefined) throw new Error("The head of an audit chain was not answered.");
  return { seq: Number(row.seq), hash: row.hash };
}

/** Leaves the entries behind the locked head, and the head behind them, to the commit. */
export function appendToChain<Entry extends ChainEntry>(
  tx: SystemTx,
  { bytesOf, append }: ChainedLog<Entry>,
  teamId: string,
  head: ChainHead,
  entries: readonly Omit<Entry, "seq">[],
): void {
  if (entries.length === 0) return;
  let { seq, hash } = head;
  const rows = entries.map((payload) => {
    seq += 1;
    const created_at = payload.created_at.replace(/(\.\d{3})Z$/, "$1000Z");
    // The chained entry leaves out its place, which it has from here on.
    const entry = { ...payload, team_id: teamId, seq, created_at } as Entry;
    const previous = hash;
    hash = chainHash(previous, bytesOf(entry));
    return { ...entry, prev_hash: inHex(previous), hash: inHex(hash) };
  });
  tx.defer({ name: "audit_append", text: append, values: [JSON.stringify(rows)] });
  tx.defer({
    name: "audit_move_head",
    text: "update audit_heads set seq = $2, hash = $3 where team_id = $1",
    values: [teamId, seq, hash],
  });
}

/** The bytes as PostgreSQL reads them. */
function inHex(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}
