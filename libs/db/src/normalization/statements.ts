import { instant } from "../instant.ts";
import type { Statement } from "../types.ts";
import type { TextTable } from "./texts.ts";

/** Rows that one statement reads, and rows that one transaction stores. */
export const READ_ROWS = 5_000;
export const STORED_ROWS = 500;

/** Texts of a row's key, in the order of its columns. */
export type Key = readonly string[];

/** Another spelling than NFC stands in a row `t`. What `concat_ws` joins composes with nothing beyond its line. */
function isLeft({ columns }: TextTable): string {
  const texts = columns.map(({ name }) => `t."${name}"`).join(", ");
  const differs = columns.map(({ name, nfc }) => `${nfc} is distinct from t."${name}"`).join(" or ");
  return `(concat_ws(E'\\n', ${texts}) is not nfc normalized and (${differs}))`;
}

/** Conditions on the rows of a team that are walked. */
const walked = ({ only }: TextTable) => `t.team_id = $1${only === undefined ? "" : ` and ${only}`}`;

const keyOf = ({ key }: TextTable, of: string) => key.map(({ name }) => `${of}."${name}"`).join(", ");
const shownKey = ({ key }: TextTable) =>
  `array[${key.map(({ name }) => `t."${name}"::text`).join(", ")}]::text[]`;
const given = ({ key }: TextTable, parameter: number) =>
  key.map(({ type }, place) => `($${parameter}::text[])[${place + 1}]::${type}`).join(", ");

/** Reads a page of a team's rows after a key: answers those in another spelling, and the last. */
export function findLeft(table: TextTable, teamId: string, after: Key | undefined): Statement {
  const beyond = after === undefined ? "" : ` and (${keyOf(table, "t")}) > (${given(table, 2)})`;
  const order = keyOf(table, "t");
  return {
    text: `select key, is_left, is_full from (
        select ${shownKey(table)} as key, ${isLeft(table)} as is_left,
          lead(true) over rows is null as is_last, count(*) over () = ${READ_ROWS} as is_full
        from (select * from ${table.rows} t where ${walked(table)}${beyond} order by ${order} limit ${READ_ROWS}) t
        window rows as (order by ${order})
      ) page where is_left or is_last`,
    values: after === undefined ? [teamId] : [teamId, after],
  };
}

/** Stores rows in NFC and nothing else of them; answers the keys of those that it stored. */
export function storeNfc(table: TextTable, teamId: string, keys: readonly Key[]): Statement {
  const sets = table.columns.map(({ name, nfc }) => `"${name}" = ${nfc}`).join(", ");
  const picked = table.key
    .map(({ name, type }, place) => `(k.item ->> ${place})::${type} as "${name}"`)
    .join(", ");
  const matches = table.key.map(({ name }) => `t."${name}" = k."${name}"`).join(" and ");
  return {
    text: `update ${table.rows} t set ${sets}
      from (select ${picked} from jsonb_array_elements($2::jsonb) k(item)) k
      where ${walked(table)} and ${matches} and ${isLeft(table)}
      returning ${shownKey(table)} as key`,
    values: [teamId, JSON.stringify(keys)],
  };
}

/** Finds which columns of one row are in another spelling. */
export function columnsLeft(table: TextTable, teamId: string, key: Key): Statement {
  const names = table.columns
    .map(({ name, nfc }) => `case when ${nfc} is distinct from t."${name}" then '${name}' end`)
    .join(", ");
  return {
    text: `select ${table.left ?? `array_remove(array[${names}], null)`} as columns from ${table.rows} t
      where ${walked(table)} and (${keyOf(table, "t")}) = (${given(table, 2)}) and ${isLeft(table)}`,
    values: [teamId, key],
  };
}

/** Lists rows that were left, as `unnormalized` has them. */
export const listLeft = (teamId: string): Statement => ({
  name: "list_unnormalized",
  text: `select relation, key, columns, ${instant("found_at")} as found_at from unnormalized where team_id = $1
    order by relation, key limit 1000`,
  values: [teamId],
});

/** Stores that a row is left, with its columns. */
export const noteLeft = (
  teamId: string,
  relation: string,
  key: Key,
  columns: readonly string[],
): Statement => ({
  name: "note_unnormalized",
  text: `insert into unnormalized (team_id, relation, key, columns) values ($1, $2, $3, $4)
    on conflict (team_id, relation, key) do update set columns = excluded.columns`,
  values: [teamId, relation, key, columns],
});

/** Removes the note of a row. */
export const forgetLeft = (teamId: string, relation: string, key: Key): Statement => ({
  name: "forget_unnormalized",
  text: "delete from unnormalized where team_id = $1 and relation = $2 and key = $3",
  values: [teamId, relation, key],
});
