import { grouped, repeated } from "./grouped.ts";
import type { Delivery, History, Violation } from "./history.ts";

/**
 * I5: every walk of the feed meets each delivery of the team once. All walks have the one order of the table, and the
 * changes of one contact are in their order.
 */
export function feedIsOneSequence({ deliveries, walks }: Pick<History, "deliveries" | "walks">): Violation[] {
  const tables = grouped(deliveries, ({ team }) => team);
  const found = walks.flatMap(({ team, walker, items }) =>
    walkFaults(
      walker,
      items,
      (tables.get(team) ?? []).map(({ id }) => id),
    ),
  );
  for (const table of tables.values()) found.push(...orderFaults(table));
  return found;
}

function walkFaults(walker: string, items: readonly string[], table: readonly string[]): Violation[] {
  const twice = repeated(items).map((id): Violation => {
    return { invariant: "I5", kind: "duplicated", what: `${walker} met ${id} twice` };
  });
  const met = new Set(items);
  const skipped = table
    .filter((id) => !met.has(id))
    .map((id): Violation => ({ invariant: "I5", kind: "lost", what: `${walker} never met ${id}` }));
  const known = new Set(table);
  const strange = items
    .filter((id) => !known.has(id))
    .map((id) => wrong(`${walker} met ${id}, which is no row`));
  const found = [...twice, ...skipped, ...strange];
  if (found.length > 0) return found;
  const place = items.findIndex((id, index) => id !== table[index]);
  return place === -1 ? [] : [wrong(`${walker} met ${items[place] ?? ""} out of its place ${place}`)];
}

function orderFaults(table: readonly Delivery[]): Violation[] {
  const found: Violation[] = [];
  for (const rows of grouped(table, ({ endpoint, contact }) => `${endpoint} ${contact}`).values()) {
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (before === undefined || before.version <= row.version) continue;
      found.push(
        wrong(`contact ${row.contact}: version ${row.version} comes after version ${before.version}`),
      );
    }
  }
  return found;
}

function wrong(what: string): Violation {
  return { invariant: "I5", kind: "wrong", what };
}
