import { chainHash, GENESIS, type ChainEntry, type ChainHead, type ChainPlace } from "./audit-chain.ts";

/** The beginning of every chain. */
export const chainStart: ChainPlace = { seq: 0, hash: GENESIS.toString("hex") };

/** An entry with the hash that was stored of it. */
export interface StoredEntry<Entry> {
  entry: Entry;
  hash: Buffer;
}

/** A team's chain as it is stored. */
export interface StoredChain<Entry> {
  bytesOf: (entry: Entry) => Buffer;
  /** Expected end; undefined before the first entry. */
  head: () => Promise<ChainHead | undefined>;
  /** Entries after a place, in their order. */
  entries: (after: number, limit: number) => Promise<StoredEntry<Entry>[]>;
}

/** How far a chain is whole, and what breaks it. */
export interface VerifiedPart {
  place: ChainPlace;
  complete: boolean;
  broken: {
    seq: number;
    id: string | null;
    reason: "changed" | "missing" | "head_moved" | "not_as_signed";
  } | null;
}

/**
 * Computes the chain again from a place where it is known to be whole, over at most `limit` entries. Names the first
 * entry that differs from what was written: changed, missing, not what was signed at its place, or (at the end) cut off
 * behind it.
 */
export async function verifyPart<Entry extends ChainEntry>(
  chain: StoredChain<Entry>,
  after: ChainPlace,
  limit: number,
  signed: ReadonlyMap<number, string> = new Map(),
): Promise<VerifiedPart> {
  // Read first: what is appended meanwhile lies behind it.
  const head = await chain.head();
  const entries = await chain.entries(after.seq, limit);
  let place = after;
  for (const { entry, hash } of entries) {
    if (entry.seq !== place.seq + 1)
      return broken(place, { seq: place.seq + 1, id: null, reason: "missing" });
    const computed = chainHash(Buffer.from(place.hash, "hex"), chain.bytesOf(entry));
    if (!computed.equals(hash)) return broken(place, { seq: entry.seq, id: entry.id, reason: "changed" });
    place = { seq: entry.seq, hash: computed.toString("hex") };
    if ((signed.get(entry.seq) ?? place.hash) !== place.hash) {
      return broken(place, { seq: entry.seq, id: entry.id, reason: "not_as_signed" });
    }
    if (entry.seq === head?.seq && !head.hash.equals(computed)) {
      return broken(place, { seq: entry.seq, id: entry.id, reason: "head_moved" });
    }
  }
  const complete = entries.length < limit;
  if (complete && place.seq < Math.max(head?.seq ?? 0, ...signed.keys())) {
    return broken(place, { seq: place.seq + 1, id: null, reason: "missing" });
  }
  // Entries that no head knows were not written by the writer.
  if (complete && head === undefined && place.seq > 0) {
    return broken(place, { seq: place.seq, id: null, reason: "head_moved" });
  }
  return { place, complete, broken: null };
}

function broken(place: ChainPlace, entry: NonNullable<VerifiedPart["broken"]>): VerifiedPart {
  return { place, complete: true, broken: entry };
}
