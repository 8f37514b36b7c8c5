import { AppError } from "@jst/errors";
import { InternalClient } from "@jst/rpc";
import { TEST_AUDIENCE, testPeer, TestServices } from "@jst/testing";
import { after } from "node:test";
import { internal, type InternalCalls } from "../../gen/internal.ts";

/** What emr has on record of every team, newest first, and whether it is away. */
export interface Looks {
  entries: { at: string; id: string; entry: Record<string, unknown> }[];
  isAway: boolean;
}

/** emr as auth sees it. */
export async function emrPeer(looks: Looks): Promise<InternalClient<InternalCalls>> {
  const services = new TestServices(TEST_AUDIENCE);
  const peer = await testPeer({
    name: "emr",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => {
      if (looks.isAway) throw new AppError("unavailable", "away");
      const { before, limit } = body as { before?: { at: string; id: string }; limit: number };
      const later = ({ at, id }: { at: string; id: string }) =>
        before === undefined || at < before.at || (at === before.at && id < before.id);
      return { entries: looks.entries.filter(later).slice(0, limit) };
    },
  });
  const identity = services.signer("auth");
  const { address } = peer;
  const emr = new InternalClient<InternalCalls>({ service: "emr", address, ...internal, identity });
  after(() => emr.close());
  return emr;
}
