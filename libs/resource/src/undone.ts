import type { Change, Conflict, Image } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { CommonMembers, DeclaredFacts } from "./declaration.ts";
import type { ResourceEvents } from "./events.ts";
import { isSameJson } from "./same-json.ts";
import { endOf } from "./sql.ts";
import type { Store, StoredRow } from "./store.ts";

/** Publishes, as `stored` does, each row that an undo took back, with what was there before the undo. */
export function publishing<Item extends CommonMembers>(
  facts: DeclaredFacts,
  store: Store<Item>,
  stored: ((tx: TeamTx, row: StoredRow, previous: Partial<Item>) => void) | undefined,
) {
  return async (tx: TeamTx, changes: readonly Change[]): Promise<readonly Conflict[]> => {
    const before = imagesBefore(changes);
    for (const row of await store.findMany(tx, [...before.keys()])) {
      const item = JSON.parse(row.body) as Record<string, unknown>;
      const previous = formerValues(facts, before.get(row.id) ?? {}, item);
      stored?.(tx, row, previous as Partial<Item>);
    }
    return [];
  };
}

/** Publishes the events of the rows that an undo changed, as each list shows them. */
export function publishingEvents<Item extends CommonMembers>(
  { name }: DeclaredFacts,
  store: Store<Item>,
  events: ResourceEvents,
) {
  return async (tx: TeamTx, changes: readonly Change[]): Promise<readonly Conflict[]> => {
    const own = changes.filter(({ resource }) => resource === name);
    const first = [...Map.groupBy(own, ({ id }) => id).values()].flatMap(([change]): Image[] =>
      change?.before == null ? [] : [change.before],
    );
    const ids = own.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await store.findMany(tx, ids);
    const now = new Map(rows.map((row) => [row.id, JSON.parse(row.body) as CommonMembers]));
    events.undone(tx, own, { now, before: await store.shownImages(tx, first) });
    return [];
  };
}

/** The former values of what an undo took back of a row, as the API shows them; `item` is the row as it is now. */
function formerValues(
  facts: DeclaredFacts,
  before: Image,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const writable = facts.members.filter(({ isWritable }) => isWritable === true);
  const end = endOf(facts);
  const names = [...writable, ...(end === undefined ? [] : [{ name: end, kind: "datetime" }])];
  const former = names.map(({ name, kind }): [string, unknown] => [
    name,
    kind === "datetime" ? instantOf(before[name]) : before[name],
  ]);
  return Object.fromEntries(former.filter(([name, value]) => !isSameJson(value ?? null, item[name])));
}

/** Images have the times of PostgreSQL. */
function instantOf(value: unknown): unknown {
  return typeof value === "string" ? new Date(value).toISOString() : value;
}

/** Images of the rows before an undo, by id; empty for what was not there. */
function imagesBefore(changes: readonly Change[]): ReadonlyMap<string, Image> {
  return new Map(changes.map((change) => [change.id, change.before ?? {}]));
}
