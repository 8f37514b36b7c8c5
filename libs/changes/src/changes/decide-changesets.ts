import { AppError, problemOf, type Problem } from "@jst/errors";
import type { Hop, InternalCall, WireReply } from "@jst/rpc";
import type {
  Changeset,
  DecisionItem,
  DecisionResult,
  InternalHandler,
  OwnDecisions,
} from "../../gen/rpc.ts";
import { decideTogether } from "../deciding/together.ts";
import type { Deps } from "../deps.ts";
import { OPERATIONS_LISTED } from "../list-statement.ts";

/** Time between the last decision and the deadline of the whole call, in which its answer leaves. */
const ANSWERING_MS = 500;
/** Decisions that begin together. */
const TOGETHER = 8;
/** Largest changeset of a result, so that 100 of them fit into one answer. */
const RESULT_BYTES_MAX = 64 * 1024;

type Decisions = InternalCall<Deps>;

/**
 * Decides on each changeset as its own rpc does, for the signed caller, each in its own transaction and in their order
 * (trust.decide-many). A few begin together, so that the questions of one are asked while another is decided. Those
 * that the time does not reach stay queued.
 */
export const decideChangesets: InternalHandler<"DecideChangesets"> = async (wanted, call) => {
  if (call.hop.callerToken === undefined) throw new Error("DecideChangesets needs a caller.");
  const hop = { ...call.hop, deadline: call.hop.deadline - ANSWERING_MS };
  const results: DecisionResult[] = [];
  for (let first = 0; first < wanted.items.length; first += TOGETHER) {
    const items = wanted.items.slice(first, first + TOGETHER);
    const decide = (item: DecisionItem) =>
      isOver(hop) ? Promise.resolve(unreached(item, call)) : resultOf(wanted, item, { ...call, hop });
    results.push(...(await decideTogether(items, decide, () => requireTime(hop))));
  }
  return { body: { results } };
};

function isOver({ deadline, departure }: Hop): boolean {
  return Date.now() >= deadline || departure?.().aborted === true;
}

function requireTime(hop: Hop): void {
  if (isOver(hop)) throw notReached();
}

function notReached(): AppError {
  return new AppError(
    "timeout",
    "The time for this request ended before this proposal was decided. It still waits. Send the decision on it again.",
  );
}

function unreached({ id }: DecisionItem, { requestId, deps }: Decisions): DecisionResult {
  const error = notReached();
  return { id, status: error.status, problem: problemOf(error, { requestId, baseUrl: deps.baseUrl }) };
}

async function resultOf(wanted: OwnDecisions, item: DecisionItem, call: Decisions): Promise<DecisionResult> {
  const { id } = item;
  const reply = await decided(wanted, item, call);
  const { status } = reply;
  const answer = JSON.parse(textOf(reply)) as Changeset | Problem;
  return status < 300
    ? { id, status, changeset: briefly(answer as Changeset) }
    : { id, status, problem: answer as Problem };
}

function decided(
  { decision, reason, idempotency_key: key }: OwnDecisions,
  { id, version }: DecisionItem,
  { deps, hop }: Decisions,
): Promise<WireReply> {
  const decide = deps.decisions.get(decision === "approve" ? "ApproveChangeset" : "RejectChangeset");
  if (decide === undefined) throw new Error(`No rpc decides to ${decision}.`);
  const body = decision === "approve" || reason === undefined ? {} : { reason };
  const data = Buffer.from(JSON.stringify(body));
  return decide({
    request: { path: { changeset_id: id }, body: { contentType: "application/json", data } },
    headers: {
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(version === undefined ? {} : { "if-match": `"${version}"` }),
    },
    hop,
  });
}

function textOf({ body }: WireReply): string {
  return typeof body === "string" ? body : Buffer.concat(body).toString();
}

/** The changeset as a list shows it, and less of one that is large. */
function briefly(changeset: Changeset): Changeset {
  const listed = { ...changeset, operations: changeset.operations.slice(0, OPERATIONS_LISTED) };
  if (fits(listed)) return listed;
  const bare: Changeset = { ...listed, operations: [] };
  if (!fits(bare)) delete bare.result;
  return bare;
}

function fits(changeset: Changeset): boolean {
  return Buffer.byteLength(JSON.stringify(changeset)) <= RESULT_BYTES_MAX;
}
