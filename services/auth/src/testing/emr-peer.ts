import { AppError } from "@jst/errors";
import { TEST_AUDIENCE, testPeer, TestServices } from "@jst/testing";
import { after } from "node:test";
import { internal, peers, type Peers, type VerifiedAccessPart } from "../../gen/internal.ts";

/** Looks at health data that emr has on record for every team, newest first; and whether emr is down. */
export interface Looks {
  entries: { at: string; id: string; entry: Record<string, unknown> }[];
  isAway: boolean;
  /** Length of the record, and what breaks it. */
  chain: number;
  broken: VerifiedAccessPart["broken"];
}

/** Verifies a part of the record as emr does. */
function verified({ chain, broken }: Looks, { after }: { after?: { seq: number } }) {
  if (broken !== null) return { place: { seq: broken.seq - 1, hash: "" }, complete: true, broken };
  const seq = Math.min(chain, (after?.seq ?? 0) + 5_000);
  return { place: { seq, hash: "ab" }, complete: seq === chain, broken };
}

/** emr as auth sees it. */
export async function emrPeer(looks: Looks): Promise<Peers["emr"]> {
  const services = new TestServices(TEST_AUDIENCE);
  const peer = await testPeer({
    name: "emr",
    descriptor: internal.descriptor,
    services,
    answer: ({ rpc, body }) => {
      if (looks.isAway) throw new AppError("unavailable", "away");
      if (rpc === "emr.v1.Accesses/VerifyAccesses")
        return verified(looks, body as { after?: { seq: number } });
      const { before, limit } = body as { before?: { at: string; id: string }; limit: number };
      const later = ({ at, id }: { at: string; id: string }) =>
        before === undefined || at < before.at || (at === before.at && id < before.id);
      return { entries: looks.entries.filter(later).slice(0, limit) };
    },
  });
  const reached = peers({ emrGrpc: peer.address, commsGrpc: "127.0.0.1:1" }, services.signer("auth"));
  after(() => reached.close());
  return reached.emr;
}
