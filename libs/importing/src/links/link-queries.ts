import type { Row, Statement, TeamTx } from "@jst/db";
import { FILES } from "../files/file-queries.ts";
import type { RowFault, StoredImport } from "../import.ts";
import { addWarnings } from "../row-queries.ts";
import type { RowLinks } from "../read-rows.ts";
import type { NamedGoal } from "../target.ts";

type Generation = Pick<StoredImport, "id" | "generation">;

/** Links of a row of a part. */
export interface LinkedRow {
  row: number;
  links: readonly RowLinks[];
}

/** Stores the links of rows that name rows which the import may write. */
export async function insertLinks(
  tx: TeamTx,
  { id, generation }: Generation,
  part: number,
  rows: readonly LinkedRow[],
): Promise<void> {
  const links = rows.flatMap(({ row, links: own }) =>
    own.flatMap(({ name, header, isMany, onUnknown, rows: named }) =>
      named.map(({ text, id: record_id, key, goal }, place) => ({
        ...{ row, name, place, header, value: text, is_many: isMany, on_unknown: onUnknown },
        ...(record_id === undefined ? { key, goal } : { record_id }),
      })),
    ),
  );
  if (links.length === 0) return;
  await tx.query({
    name: "import_links_insert",
    text: `insert into import_links (team_id, import_id, generation, part, row, name, place, key, record_id, header, value,
        is_many, on_unknown, goal)
      select $1, $2, $3, $4, l.row, l.name, l.place, decode(l.key, 'hex'), l.record_id, l.header, l.value, l.is_many,
        l.on_unknown, l.goal
      from jsonb_to_recordset($5::jsonb) as l (row integer, name text, place integer, key text, record_id uuid, header text,
        value text, is_many boolean, on_unknown text, goal jsonb)`,
    values: [tx.context.teamId, id, generation, part, JSON.stringify(links)],
  });
}

/** SQL of the row that has the key of a link `l`: `h`, with a verdict by which it is or will be in its table. */
export const HOLDER = `left join import_keys k on k.team_id = l.team_id and k.import_id = l.import_id
        and k.generation = l.generation and k.key = l.key
      left join import_rows h on h.team_id = k.team_id and h.import_id = k.import_id and h.generation = k.generation
        and h.part = k.part and h.row = k.row and h.verdict in ('create', 'update', 'unchanged')`;

/** Counts the rows that have links to set, and the rows and files that are made for links. */
export function countLinked(teamId: string, { id, generation }: Generation): Statement {
  return {
    name: "import_links_count",
    text: `select (select count(*)::int from (select distinct l.part, l.row from import_links l
          where l.team_id = $1 and l.import_id = $2 and l.generation = $3) r) as linked,
        (select count(*)::int from import_named n
          where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.goal ->> 'place' <> $4) as named,
        (select count(*)::int from import_named n
          where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.goal ->> 'place' = $4) as files`,
    values: [teamId, id, generation, FILES],
  };
}

/** Row that is to be made because links name it. */
export interface WaitingNamed extends Row {
  /** In hexadecimal. */
  key: string;
  goal: NamedGoal;
}

/** Reads the next rows of one table that are to be made. */
export function findNamed(teamId: string, { id, generation }: Generation, limit: number): Statement {
  return {
    name: "import_named_waiting",
    text: `select encode(n.key, 'hex') as key, n.goal from import_named n
      join (select w.goal from import_named w
        where w.team_id = $1 and w.import_id = $2 and w.generation = $3 and w.is_waiting order by w.key limit 1) f
        on n.goal -> 'place' = f.goal -> 'place' and n.goal -> 'column' = f.goal -> 'column'
      where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.is_waiting
      order by n.key limit $4`,
    values: [teamId, id, generation, limit],
  };
}

/** Stores which rows were made. */
export async function saveNamed(
  tx: TeamTx,
  { id, generation }: Generation,
  rows: readonly { key: string; record_id: string | null }[],
): Promise<void> {
  await tx.query({
    name: "import_named_save",
    text: `update import_named n set is_waiting = false, record_id = s.record_id
      from jsonb_to_recordset($4::jsonb) as s (key text, record_id uuid)
      where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.key = decode(s.key, 'hex')`,
    values: [tx.context.teamId, id, generation, JSON.stringify(rows)],
  });
}

/** Marks the links of rows as set, and adds warnings about those that are not. */
export async function saveLinks(
  tx: TeamTx,
  of: Generation,
  part: number,
  rows: readonly { row: number; warnings: readonly RowFault[] }[],
): Promise<void> {
  await tx.query({
    name: "import_links_save",
    text: `update import_links l set is_waiting = false
      where l.team_id = $1 and l.import_id = $2 and l.generation = $3 and l.part = $4 and l.row = any($5::integer[])`,
    values: [tx.context.teamId, of.id, of.generation, part, rows.map(({ row }) => row)],
  });
  await addWarnings(tx, of, part, rows);
}
