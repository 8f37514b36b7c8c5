import { setImmediate as nextTurn } from "node:timers/promises";
import { send, codeOf } from "./http.ts";
import { startRepeating } from "./repeating.ts";

/** Proposals and approvals that went on beside each other, and what was answered. */
export interface Proposed {
  /** First name of the contact each queued changeset proposes, by the changeset's id. */
  names: Map<string, string>;
  /** Changesets whose approval was answered 200. */
  approved: Set<string>;
  /** First names of the contacts a service token was acknowledged with 201. */
  created: string[];
  /** Answers that say neither what was done nor honestly that it was not. */
  faults: string[];
  /** Ends the approvals, and then the proposals, so that some of them still wait. */
  stop(): Promise<void>;
}

/** The tokens of those who write at once. */
export interface Writers {
  proposer: string;
  approver: string;
  service: string;
}

/** A person who proposes as fast as it goes meets the limiter, too. */
const refusals: readonly number[] = [429, 503, 504];

/** Proposes contacts, approves them and creates others, each one after another, until it is told to stop. */
export function startProposing(prefix: string, { proposer, approver, service }: Writers): Proposed {
  const waiting: string[] = [];
  const names = new Map<string, string>();
  const approved = new Set<string>();
  const created: string[] = [];
  const faults: string[] = [];

  const post = async (token: string, path: string, body?: object) => {
    const answer = await send({ method: "POST", path, token, body }).catch((error: unknown) => String(error));
    if (typeof answer === "string") faults.push(`${path}: ${answer}`);
    else if (!refusals.includes(answer.status)) return answer;
    return undefined;
  };
  const proposing = startRepeating(async (number) => {
    const name = `${prefix} proposed ${number}`;
    const answer = await post(proposer, "/api/v1/contacts", { first_name: name });
    if (answer === undefined) return;
    const { changeset_id: id = "" } = answer.body as { changeset_id?: string };
    if (answer.status !== 202) faults.push(`${name}: ${answer.status}`);
    else waiting.push(id);
    names.set(id, name);
  });
  const approving = startRepeating(async () => {
    const id = waiting.shift();
    if (id === undefined) return nextTurn();
    const answer = await post(approver, `/api/v1/changesets/${id}/approve`);
    // Whether it was applied is unknown: it is approved again, which must not apply it twice.
    if (answer === undefined) waiting.push(id);
    else if (answer.status === 200) approved.add(id);
    else if (codeOf(answer) !== "changeset_not_pending") faults.push(`approve ${id}: ${answer.status}`);
  });
  const creating = startRepeating(async (number) => {
    const name = `${prefix} created ${number}`;
    const answer = await post(service, "/api/v1/contacts", { first_name: name });
    if (answer?.status === 201) created.push(name);
    else if (answer !== undefined) faults.push(`${name}: ${answer.status}`);
  });
  const stop = async () => {
    await approving.stop();
    await Promise.all([proposing.stop(), creating.stop()]);
  };
  return { names, approved, created, faults, stop };
}
