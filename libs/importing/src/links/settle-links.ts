import type { Row, TeamTx } from "@jst/db";
import { ofPart, type StoredImport } from "../import.ts";
import { countLinked, HOLDER } from "./link-queries.ts";

type Generation = Pick<StoredImport, "id" | "generation">;
type Settled = Pick<StoredImport, "id" | "generation" | "parts">;

/** Links of an import. */
const LINKS = `import_links l`;
const OWN = "l.team_id = $1 and l.import_id = $2 and l.generation = $3";
/** True for a link to a row that neither its table nor the source has. */
const IS_UNKNOWN = `l.key is not null and h.row is null`;

/** SQL of the row that has the name of a link and is not written, whose key is refused (imports.duplicates). */
const REFUSED = `left join import_keys x on x.team_id = l.team_id and x.import_id = l.import_id
        and x.generation = l.generation and x.key = sha256(l.key)`;

/** SQL of the reason why a row `w` of the source, which has the name of a link, is not written; $4 names the parts. */
const REASON = `select 'Line ' || w.line || ($4::text[])[w.part + 1] || ' has this name, but is ' || case
          when w.verdict = 'skip' then 'skipped, and the table has no such row. Correct the name.'
          when w.errors = '[]' then 'rejected, because it names a row that is not imported. Correct that line first.'
          else 'rejected. ' || coalesce((w.errors -> 0 ->> 'header') || ': ', '') || (w.errors -> 0 ->> 'message') end
        from import_rows w
        where w.team_id = l.team_id and w.import_id = l.import_id and w.generation = l.generation
          and w.part = coalesce(k.part, x.part) and w.row = coalesce(k.row, x.row)`;

const UNKNOWN =
  "No imported row and no row of the table has this name. Correct the name, or choose another way for unknown names.";

const FAULT = `jsonb_build_object('field', 'data.' || l.name, 'header', l.header, 'code', 'not_found', 'message',
        coalesce((${REASON}), '${UNKNOWN}'), 'value', left(l.value, 200))`;

/** Numbers of rows with links, and of rows and files that links make. */
interface LinkCounts {
  linked: number;
  named: number;
  files: number;
}

/**
 * Settles the links of an import once all its rows are judged: a link finds its row in the source, in any order and in
 * cycles. What neither the table nor the source has is rejected, left empty or made, by `on_unknown` (imports.links).
 * Answers the numbers of rows with links, and of rows and files that are to be made.
 */
export async function settleLinks(tx: TeamTx, generation: Settled): Promise<LinkCounts> {
  // Without statistics of the new rows, loops within loops would be planned: a million rows need joins.
  await tx.query({
    name: "import_links_plan",
    text: "select set_config('enable_nestloop', 'off', true)",
    values: [],
  });
  const names = generation.parts.map(({ index }) => ofPart(generation.parts, index));
  await rejectUnknown(tx, generation, names);
  await run(tx, generation, "drop_rejected", DROP_REJECTED);
  await run(tx, generation, "warn_unknown", WARN, names);
  await run(tx, generation, "drop_unknown", DROP_UNKNOWN);
  await run(tx, generation, "name_rows", NAME_ROWS);
  await run(tx, generation, "wait", WAIT);
  const [counts] = await tx.query<Row & LinkCounts>(countLinked(tx.context.teamId, generation));
  if (counts === undefined) throw new Error("a count is answered");
  return counts;
}

function run(
  tx: TeamTx,
  { id, generation }: Generation,
  name: string,
  text: string,
  names?: readonly string[],
): Promise<Row[]> {
  const values = [tx.context.teamId, id, generation, ...(names === undefined ? [] : [names])];
  return tx.query({ name: `import_links_${name}`, text, values });
}

/** Links in a row through which a rejection goes on; a link to a row behind them becomes a warning of the run. */
const ROUNDS_MAX = 20;

/** Rejects each row that names an unknown row, and each one that names a row which is rejected by that. */
async function rejectUnknown(tx: TeamTx, generation: Generation, names: readonly string[]): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1)
    if ((await run(tx, generation, "reject", REJECT)).length === 0) break;
  await run(tx, generation, "explain", EXPLAIN, names);
}

const REJECT = `with unknown as (
    select distinct l.part, l.row from ${LINKS} ${HOLDER} where ${OWN} and l.on_unknown = 'reject' and ${IS_UNKNOWN}
  ), rejected as (
    update import_rows r set verdict = 'reject', state = 'left' from unknown u
    where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = u.part and r.row = u.row
      and r.verdict <> 'reject'
    returning 1
  )
  select from rejected limit 1`;

const faultsBy = (onUnknown: string) => `(
    select l.part, l.row, jsonb_agg(${FAULT} order by l.name, l.place) as faults
    from ${LINKS} ${HOLDER} ${REFUSED} where ${OWN} and l.on_unknown = '${onUnknown}' and ${IS_UNKNOWN}
    group by l.part, l.row
  ) f where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = f.part and r.row = f.row`;

const EXPLAIN = `update import_rows r set errors = r.errors || f.faults from ${faultsBy("reject")} and r.verdict = 'reject'`;

const DROP_REJECTED = `delete from ${LINKS} using import_rows r
  where ${OWN} and r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = l.part and r.row = l.row
    and r.verdict in ('reject', 'skip')`;

const WARN = `update import_rows r set warnings = r.warnings || f.faults from ${faultsBy("empty")}`;

const DROP_UNKNOWN = `delete from ${LINKS} using (
    select l.part, l.row, l.name, l.place from ${LINKS} ${HOLDER}
    where ${OWN} and l.on_unknown not in ('reject', 'create') and ${IS_UNKNOWN}
  ) u
  where ${OWN} and l.part = u.part and l.row = u.row and l.name = u.name and l.place = u.place`;

const NAME_ROWS = `insert into import_named (team_id, import_id, generation, key, goal)
  select distinct on (l.key) l.team_id, l.import_id, l.generation, l.key, l.goal from ${LINKS} ${HOLDER}
  where ${OWN} and l.on_unknown = 'create' and ${IS_UNKNOWN}
  order by l.key, l.part, l.row, l.place`;

/** A row that would be unchanged gets a link. */
const WAIT = `update import_rows r set verdict = 'update', state = 'waiting'
  where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.verdict = 'unchanged'
    and exists (select from ${LINKS} where ${OWN} and l.part = r.part and l.row = r.row)`;
