import { BinaryArray, storableText, type TeamTx } from "@jst/db";
import { listedValue, type Outcome } from "@jst/formula";
import type { Params } from "@jst/query";
import { reached } from "../cells/rewrite-limit.ts";
import type { CellPlace } from "../cells/cell-place.ts";
import { ANSWER_MS_MAX } from "../formulas/viewpoint.ts";
import {
  evaluateRows,
  formulasAmong,
  SCANNED_CHARS_MAX,
  SCANNED_ROWS_MAX,
  tooMuch,
} from "../formulas/formula-scan.ts";
import { withScanSlot } from "../lists/list-formulas.ts";
import { findSchema } from "../schema/stored-tables.ts";
import { schemaOf, type SchemaRow } from "../schema/schema.ts";
import { idsIn, type RelationOptions } from "../types/relation.ts";

/** Rows and their texts, each in the other's place. */
interface TextsOfRows {
  ids: BinaryArray;
  texts: BinaryArray;
}

/**
 * Evaluates the formula column for the rows that the relation's cells name, as texts by row, without empty ones and
 * errors; limit_reached for more rows than a list evaluates.
 */
export async function formulaTexts(
  tx: TeamTx,
  place: CellPlace,
  relation: RelationOptions,
  column: string,
  timezone: string,
): Promise<TextsOfRows> {
  const found = { ids: new BinaryArray("text"), texts: new BinaryArray("text") };
  const { teamId } = tx.context;
  const [row] = await tx.query<SchemaRow>(findSchema(teamId, relation.table_id));
  const schema = row === undefined ? undefined : schemaOf(row);
  const formulas = schema === undefined ? undefined : formulasAmong(schema, () => [column]);
  if (schema === undefined || formulas === undefined) return found;
  const view = { timezone, nowMs: Date.now(), untilMs: performance.now() + ANSWER_MS_MAX };
  const named = await namedIn(tx, place, relation);
  const where = (params: Params) => ["r.deleted_at is null", `r.id = any(${params.add(named, "uuid[]")})`];
  const rows = `${schema.storage.rows} r`;
  const scan = { teamId, schema, rows, formulas, where, view, code: "limit_reached" } as const;
  if (named.length > SCANNED_ROWS_MAX) throw tooMuch(scan, "There are more");
  let chars = 0;
  await withScanSlot(teamId, () =>
    evaluateRows(
      (statement) => tx.query(statement),
      scan,
      (id, [outcome]) => {
        const text = textOf(outcome ?? null, timezone);
        if (text === undefined) return;
        found.ids.add(id);
        found.texts.add(text);
        chars += text.length;
        if (chars > SCANNED_CHARS_MAX) throw tooMuch(scan, "The results of these formulas are too long");
      },
    ),
  );
  return found;
}

/** The rows that cells of the relation name, those that are gone among them; no more than one too many. */
async function namedIn(
  tx: TeamTx,
  { tableId, name, storage, reach }: CellPlace,
  { cardinality }: RelationOptions,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `select distinct i.id from ${storage.rows} r, unnest(${idsIn("r.data -> $3::text", cardinality)}) i (id)
      where r.team_id = $1 and r.table_id = $2 and ${reached[reach]} and r.data ? $3::text limit ${SCANNED_ROWS_MAX + 1}`,
    values: [tx.context.teamId, tableId, name],
  });
  return rows.map(({ id }) => id);
}

/** The value as people read it, a list as its members; undefined for nothing, and for an error. */
function textOf(outcome: Outcome, timezone: string): string | undefined {
  const json = listedValue("any", outcome, timezone);
  const value: unknown = typeof json === "string" ? JSON.parse(json) : null;
  const members: unknown[] = Array.isArray(value) ? value : [value];
  const texts = members
    .filter((each) => each !== null)
    .map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  return texts.length === 0 ? undefined : storableText(texts.join(", "));
}
