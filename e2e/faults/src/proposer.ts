import { setTimeout as delay } from "node:timers/promises";
import { startRepeating } from "../../src/repeating.ts";
import { ask } from "./requests.ts";

/** Proposals and approvals that go on beside the writes. */
export interface Proposer {
  /** Changesets whose approval was acknowledged. */
  approved: Set<string>;
  stop(): Promise<void>;
}

/** A person's token has 1,000 requests a minute. */
const pauseMs = 150;

/** Proposes contacts as one person and approves two of three as another, until it is told to stop. */
export function startProposer(proposer: string, approver: string): Proposer {
  const approved = new Set<string>();
  const work = startRepeating(async (number) => {
    const body = { first_name: `proposal ${number}` };
    const answer = await ask({ method: "POST", path: "/api/v1/contacts", token: proposer, body });
    const id = answer?.headers.get("x-changeset-id") ?? idOf(answer?.body);
    if (id !== undefined && number % 3 !== 0) {
      const path = `/api/v1/changesets/${id}/approve`;
      if ((await ask({ method: "POST", path, token: approver }))?.status === 200) approved.add(id);
    }
    await delay(pauseMs);
  });
  return { approved, stop: () => work.stop() };
}

function idOf(body: unknown): string | undefined {
  return (body as { changeset_id?: string } | null | undefined)?.changeset_id;
}
