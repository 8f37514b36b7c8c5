import type { ChainPlace, VerifiedPart } from "../../gen/rpc.ts";
import type { Operator } from "../operator.ts";
import { chainHash, GENESIS } from "./chain.ts";
import { findEntries, findHead } from "./queries.ts";

/** The beginning of every chain. */
export const chainStart: ChainPlace = { seq: 0, hash: GENESIS.toString("hex") };

/**
 * Computes the chain anew from where it is known to be whole, over at most `limit` entries, and names the first that
 * is not what was written: changed, missing, not what was signed at its place, or (at the end) cut off behind it.
 */
export async function verifyPart(
  operator: Operator,
  teamId: string,
  after: ChainPlace,
  limit: number,
  signed: ReadonlyMap<number, string> = new Map(),
): Promise<VerifiedPart> {
  // Read first: what is appended meanwhile lies behind it.
  const head = await findHead(operator, teamId);
  const entries = await findEntries(operator, teamId, after.seq, limit);
  let place = after;
  for (const { entry, hash } of entries) {
    if (entry.seq !== place.seq + 1)
      return broken(place, { seq: place.seq + 1, id: null, reason: "missing" });
    const computed = chainHash(Buffer.from(place.hash, "hex"), entry);
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
