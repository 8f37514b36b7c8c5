import type { Caller, Role } from "@jst/caller";
import type { InternalHandler } from "../../gen/rpc.ts";
import { readInstant } from "@jst/query";
import { contextFor } from "../caller-context.ts";
import { proposingHand, serviceCallers, teamOf, type DecidingCall } from "../deciding/decision-rule.ts";
import type { Resources } from "../resource.ts";
import type { JudgedOperation } from "../rules/judge.ts";
import { judgedOperations } from "../rules/operations.ts";
import { pastBatch, pastChangesets, type PastChangeset, type PastRow } from "./history.ts";
import { Trial, type PastWrite } from "./trial.ts";

/** Changesets of a service that are judged at most, and the time in which they are read. */
const CHANGESETS_MAX = 20_000;
const TIME_MS = 10_000;
/** Changesets that are read at once. */
const BATCH = 200;
/** Operations that are in memory at once. */
const OPERATIONS_MAX = 200_000;

/**
 * Judges the history of this service by rules that nobody has saved, by the roles of today (rules.try). Only the newest
 * changesets are judged if time or memory does not suffice for all. Agent calls it, and checks the right of the caller.
 */
export const tryRules: InternalHandler<"TryRules"> = async ({ rules, since }, { hop, requestId, deps }) => {
  if (hop.callerToken === undefined) throw new Error("TryRules needs a caller.");
  const caller = await deps.verifyCaller(hop.callerToken);
  const context = contextFor(caller, requestId, hop);
  const call: DecidingCall = {
    caller,
    deps,
    hop,
    read: (statement, plan = "custom") => deps.database.read(context, statement, plan),
  };
  const { writes, isComplete } = await pastWrites(call, since);
  const trial = new Trial(rules, caller.team);
  for (const write of writes.reverse()) trial.add(write);
  return { body: { ...trial.result(isComplete) } };
};

/** Reads the writes of the past, newest first. */
async function pastWrites(
  call: DecidingCall,
  since: string,
): Promise<{ writes: PastWrite[]; isComplete: boolean }> {
  const { caller, deps, hop, read } = call;
  const end = Math.min(Date.now() + TIME_MS, hop.deadline - 1_000);
  const roles = await deps.membersOf(caller.team_id, ["owner", "admin", "member", "viewer"], hop);
  const rows = await read<PastRow>(pastChangesets(caller.team_id, readInstant(since), CHANGESETS_MAX + 1));
  const left = rows.slice(0, CHANGESETS_MAX).map(({ id }) => id);
  const writes: PastWrite[] = [];
  const services = new Map<string, Caller>();
  const dayOf = daysIn(caller.team.timezone);
  let operations = 0;
  while (left.length > 0 && Date.now() < end && operations < OPERATIONS_MAX) {
    const batch = left.slice(0, BATCH);
    const found = await read<PastChangeset>(pastBatch(caller.team_id, batch));
    const fresh = found.map(({ changeset }) => changeset).filter(({ token_id: id }) => !services.has(id));
    for (const [id, proposer] of await serviceCallers(teamOf(call), fresh)) services.set(id, proposer);
    for (const one of found) {
      const write = writeOf(call, one, { roles, services }, dayOf);
      operations += write.operations.length;
      writes.push(write);
    }
    const last = found.at(-1)?.changeset.id ?? batch.at(-1);
    left.splice(0, left.findIndex((id) => id === last) + 1);
  }
  return { writes, isComplete: left.length === 0 && rows.length <= CHANGESETS_MAX };
}

/** Members and service tokens of today, by which rules see who wrote. */
interface Hands {
  roles: ReadonlyMap<string, Role> | undefined;
  services: ReadonlyMap<string, Caller>;
}

function writeOf(
  call: DecidingCall,
  { changeset, operations }: PastChangeset,
  { roles, services }: Hands,
  dayOf: (instant: string) => string,
): PastWrite {
  const { service, resources } = call.deps;
  const proposer = services.get(changeset.token_id);
  const role = proposer?.role ?? roles?.get(changeset.actor_id);
  return {
    id: `${service}_${changeset.id}`,
    hand: proposingHand(changeset, proposer, role),
    role,
    day: dayOf(changeset.created_at),
    operations: withoutImages(resources, operations),
  };
}

/** Returns what rules judge of the operations, without the images. */
function withoutImages(resources: Resources, operations: PastChangeset["operations"]): JudgedOperation[] {
  const known = operations.filter(({ resource }) => resource in resources);
  return judgedOperations(resources, known).map((judged) => {
    const { resource, op, tableId, fields, amount, recipients, isFinal } = judged;
    return { resource, op, tableId, fields, amount, recipients, isFinal };
  });
}

/** Returns the day of an instant in the zone of the team. */
function daysIn(timeZone: Caller["team"]["timezone"]): (instant: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (instant) => format.format(new Date(instant));
}
