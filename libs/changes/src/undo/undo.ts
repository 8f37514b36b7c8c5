import { isIntegrityViolation, type TeamTx } from "@jst/db";
import { changesOf, type Change, type Image } from "../changes.ts";
import { changesetConflict, type Conflict } from "../conflicts.ts";
import { resourceOf, type Resources } from "../resource.ts";
import { netChanges, type NetChange } from "./net-changes.ts";
import { planOf, type Plan } from "./plan.ts";
import { lockRows, takeBack } from "./rows.ts";

/** Rows that the same statement takes back. */
interface Batch {
  resource: string;
  kind: NonNullable<Plan["step"]>["kind"];
  columns: readonly string[];
  rows: Image[];
  changes: NetChange[];
}

/**
 * Takes the changes back in this transaction and answers the changes that makes. Throws changeset_conflict, naming
 * the fields, when somebody has edited the same ones since; with `force` their edits are lost. Versions move forward.
 */
export async function undoChanges(
  tx: TeamTx,
  resources: Resources,
  changes: readonly Change[],
  force: boolean,
): Promise<Change[]> {
  const net = netChanges(changes);
  for (const [name, own] of byResource(net)) await resourceOf(resources, name).beforeUndo?.(tx, own);
  const plans = await plansOf(tx, resources, net);
  const conflicts = plans.flatMap(({ plan }) => (plan.conflict === undefined ? [] : [plan.conflict]));
  if (conflicts.length > 0 && !force)
    throw changesetConflict("The same fields were edited since; force takes that back too.", conflicts);
  for (const batch of batchesOf(plans)) {
    const { kind, rows, columns } = batch;
    try {
      await takeBack(tx, resourceOf(resources, batch.resource), kind, rows, columns);
    } catch (error) {
      throw isIntegrityViolation(error) ? clash(batch, error) : error;
    }
  }
  const misfits = await afterUndo(tx, resources, await changesOf(tx), force);
  if (misfits.length > 0)
    throw changesetConflict(
      "What it would bring back does not fit any more; force leaves that out.",
      misfits,
    );
  await tx.flush();
  return changesOf(tx);
}

async function plansOf(
  tx: TeamTx,
  resources: Resources,
  net: readonly NetChange[],
): Promise<{ change: NetChange; plan: Plan }[]> {
  const current = new Map<string, Map<string, Image>>();
  for (const [name, own] of byResource(net)) {
    current.set(name, await lockRows(tx, resourceOf(resources, name), own));
  }
  return net.map((change) => {
    const row = current.get(change.resource)?.get(change.id) ?? null;
    return { change, plan: planOf(resourceOf(resources, change.resource), change, row) };
  });
}

/** Neighbours in the order of undoing that one statement can take back. */
function batchesOf(plans: readonly { change: NetChange; plan: Plan }[]): Batch[] {
  const batches: Batch[] = [];
  for (const { change, plan } of plans) {
    const { step } = plan;
    if (step === undefined) continue;
    const row = step.kind === "remove" ? (change.after ?? {}) : step.row;
    const columns = step.kind === "update" ? step.columns : [];
    const last = batches.at(-1);
    const isSame =
      last?.resource === change.resource && last.kind === step.kind && last.columns.join() === columns.join();
    if (isSame) {
      last.rows.push(row);
      last.changes.push(change);
    } else
      batches.push({ resource: change.resource, kind: step.kind, columns, rows: [row], changes: [change] });
  }
  return batches;
}

async function afterUndo(
  tx: TeamTx,
  resources: Resources,
  made: readonly Change[],
  force: boolean,
): Promise<Conflict[]> {
  const misfits: Conflict[] = [];
  for (const [name, own] of byResource(made)) {
    misfits.push(...((await resourceOf(resources, name).afterUndo?.(tx, own, force)) ?? []));
  }
  return misfits;
}

/** Changes by resource, in one order for everybody. */
function byResource<C extends { resource: string }>(changes: readonly C[]): [string, C[]][] {
  const names = [...new Set(changes.map((change) => change.resource))].sort();
  return names.map((name) => [name, changes.filter((change) => change.resource === name)]);
}

/** What was given up has been taken by another since, such as an e-mail address. */
function clash({ resource, changes, columns }: Batch, cause: unknown): Error {
  const conflicts: Conflict[] = changes.map(({ id }) => ({ resource, id, fields: [...columns] }));
  return changesetConflict("A value it would bring back is taken by now.", conflicts, cause);
}
