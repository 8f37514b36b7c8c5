import { isIntegrityViolation, isMissingParent, type TeamTx } from "@jst/db";
import { changesOf, type Change, type Image } from "../changes.ts";
import { changesetConflict, type Conflict } from "../conflicts.ts";
import { fieldChanges, shownFields } from "../images.ts";
import { resourceOf, type Resource, type Resources, type UndoPolicy } from "../resource.ts";
import { composedChanges, composedImages } from "./composed.ts";
import { type EditedRow, netChanges, type NetChange } from "./net-changes.ts";
import type { UndoOptions } from "./options.ts";
import { planOf, type Plan } from "./plan.ts";
import { lockRows, takeBack } from "./rows.ts";

/** Change with the plan that takes it back. */
export interface PlannedChange {
  change: NetChange;
  plan: Plan;
}

/** Rows that the same statement takes back. */
interface Batch {
  resource: string;
  kind: NonNullable<Plan["step"]>["kind"];
  columns: readonly string[];
  rows: Image[];
  /** Undone values of each row, as conflicts for a refusal of the database. */
  conflicts: Conflict[];
}

/**
 * Takes the changes back in this transaction and answers the changes that makes: the README tells the steps. Throws
 * changeset_conflict, naming the fields, when somebody has edited the same ones since; with `force` their edits are
 * lost. Versions move forward.
 */
export async function undoChanges(
  tx: TeamTx,
  resources: Resources,
  changes: readonly Change[],
  options: UndoOptions,
): Promise<Change[]> {
  const { force, made = 0 } = options;
  const net = netChanges(await composedChanges(tx, resources, changes));
  const policies = byPolicy(resources, net);
  for (const [policy, own] of policies) await policy.hold?.(tx, own, options);
  const uses: Conflict[] = [];
  for (const [policy, own] of policies) uses.push(...((await policy.release?.(tx, own, options)) ?? []));
  const released = uses.length === 0 ? [] : await changesOf(tx, made);
  const plans = await plansOf(tx, resources, net, options);
  const edits = force ? [] : await editsOf(tx, resources, plans);
  if (uses.length + edits.length > 0 && !force)
    throw changesetConflict(
      "The data was edited or used after this change; see conflicts. Check those edits first; force=true overwrites them.",
      [...uses, ...edits],
    );
  for (const batch of batchesOf(plans)) await takeBatchBack(tx, resourceOf(resources, batch.resource), batch);
  const misfits = await settle(tx, resources, (await changesOf(tx, made)).slice(released.length), options);
  if (misfits.length > 0)
    throw changesetConflict(
      force
        ? "The former values do not fit the present data, not even with force; see conflicts. Change that data first, then undo again."
        : "The former values do not fit the present data; see conflicts. Change that data first; force=true skips those values and overwrites later edits.",
      misfits,
    );
  await tx.flush();
  return changesOf(tx, made);
}

async function plansOf(
  tx: TeamTx,
  resources: Resources,
  net: readonly NetChange[],
  { leaving }: UndoOptions,
): Promise<PlannedChange[]> {
  const current = await currentOf(tx, resources, net);
  return net.map((change) => {
    const plan = planOf(resourceOf(resources, change.resource), change, current(change), leaving);
    return { change, plan };
  });
}

/** Locks the rows of these changes and answers each as it is now, as an undo counts it; null for one that is gone. */
export async function currentOf(
  tx: TeamTx,
  resources: Resources,
  net: readonly NetChange[],
): Promise<(change: NetChange) => Image | null> {
  const current = new Map<string, Map<string, Image>>();
  for (const [name, own] of byResource(resources, net)) {
    const resource = resourceOf(resources, name);
    const locked = await composedImages(tx, resource, await lockRows(tx, resource, own));
    const rows = (await resource.undo?.standing?.(tx, resource.table, locked, net)) ?? locked;
    current.set(name, new Map(rows.map((row) => [String(row["id"]), row])));
  }
  return ({ resource, id }) => current.get(resource)?.get(id) ?? null;
}

/** Finds the conflicts of the plans, in their order: rows that are gone or exist again, and fields edited since. */
export async function editsOf(
  tx: TeamTx,
  resources: Resources,
  plans: readonly PlannedChange[],
): Promise<Conflict[]> {
  const found = plans.flatMap(({ change, plan: { edited = [] } }): EditedRow[] =>
    edited.length === 0 ? [] : [{ ...change, fields: edited }],
  );
  const conflicts = new Map<string, Conflict>();
  for (const [policy, own] of byPolicy(resources, found))
    for (const { resource, id, fields } of (await policy.editedSince?.(tx, own)) ?? own)
      conflicts.set(`${resource} ${id}`, {
        resource,
        id,
        fields: shownFields(resourceOf(resources, resource), fields),
      });
  return plans.flatMap(
    ({ change, plan }) => plan.conflict ?? conflicts.get(`${change.resource} ${change.id}`) ?? [],
  );
}

/** Neighbours in the order of undoing that one statement can take back. */
function batchesOf(plans: readonly PlannedChange[]): Batch[] {
  const batches: Batch[] = [];
  for (const { change, plan } of plans) {
    const { step } = plan;
    if (step === undefined) continue;
    const row = step.kind === "remove" || step.kind === "erase" ? (change.after ?? {}) : step.row;
    const { columns, fields } = step.kind === "update" ? step : { columns: [], fields: [] };
    const conflict = { resource: change.resource, id: change.id, fields: [...fields] };
    const last = batches.at(-1);
    const isSame =
      last?.resource === change.resource && last.kind === step.kind && last.columns.join() === columns.join();
    if (isSame) {
      last.rows.push(row);
      last.conflicts.push(conflict);
    } else
      batches.push({
        resource: change.resource,
        kind: step.kind,
        columns,
        rows: [row],
        conflicts: [conflict],
      });
  }
  return batches;
}

/**
 * Takes the rows back; where the database refuses that, the conflict names the rows that it is about, as far as can be
 * told.
 */
async function takeBatchBack(tx: TeamTx, resource: Resource, batch: Batch): Promise<void> {
  const { kind, rows, columns } = batch;
  const { findRefused } = resource.undo ?? {};
  if (findRefused !== undefined)
    await tx.query({ name: "begin_taking_back", text: "savepoint taking_back", values: [] });
  try {
    if (kind === "erase") await resource.undo?.erase?.(tx, rows);
    else await takeBack(tx, resource, kind, rows, columns);
  } catch (error) {
    if (!isIntegrityViolation(error)) throw error;
    if (findRefused === undefined) throw clash(resource.undo, error, batch.conflicts);
    await tx.query({ name: "undo_taking_back", text: "rollback to savepoint taking_back", values: [] });
    const refused = await findRefused(tx, error, rows);
    throw clash(resource.undo, error, refused.length === 0 ? batch.conflicts : refused);
  }
  if (findRefused !== undefined)
    await tx.query({ name: "end_taking_back", text: "release savepoint taking_back", values: [] });
}

async function settle(
  tx: TeamTx,
  resources: Resources,
  made: readonly Change[],
  options: UndoOptions,
): Promise<Conflict[]> {
  const misfits: Conflict[] = [];
  for (const [policy, own] of byPolicy(resources, made).reverse()) {
    try {
      misfits.push(...((await policy.settle?.(tx, own, options)) ?? []));
    } catch (error) {
      if (!isIntegrityViolation(error)) throw error;
      throw clash(
        policy,
        error,
        own.map((change) => changedBy(resourceOf(resources, change.resource), change)),
      );
    }
  }
  return misfits;
}

function changedBy(resource: Resource, change: Change): Conflict {
  const fields = shownFields(resource, fieldChanges(resource, change));
  return { resource: change.resource, id: change.id, fields };
}

/** Changes by resource, in the order of declaration, which is one for everybody. */
function byResource<C extends { resource: string }>(
  resources: Resources,
  changes: readonly C[],
): [string, C[]][] {
  const own = Map.groupBy(changes, (change) => change.resource);
  return Object.keys(resources).flatMap((name): [string, C[]][] => {
    const found = own.get(name);
    return found === undefined ? [] : [[name, found]];
  });
}

/** A resource without a policy of its own: nothing stands in its way but edits. */
const plain: UndoPolicy = {};

/** Changes by the policy of their resources, in the order of declaration. */
export function byPolicy<C extends { resource: string }>(
  resources: Resources,
  changes: readonly C[],
): [UndoPolicy, C[]][] {
  const own = byResource(resources, changes).flatMap(([, found]) => found);
  return [...Map.groupBy(own, ({ resource }) => resourceOf(resources, resource).undo ?? plain)];
}

/**
 * Builds the conflict for a value that another has by now, such as an e-mail address, or for a parent that is gone.
 * `all` are the candidates if the database does not name one.
 */
function clash(policy: UndoPolicy | undefined, cause: unknown, all: readonly Conflict[]): Error {
  const detail = isMissingParent(cause)
    ? "The undo is not possible: the parent of this item is deleted. Restore the parent first."
    : "The undo is not possible: another item now uses this value. Change that item first.";
  const row = policy?.refusedRow?.(cause);
  const conflicts = row === undefined ? all : [row];
  return changesetConflict(
    detail,
    conflicts.map((one) => ({ reason: detail, ...one })),
    cause,
  );
}
