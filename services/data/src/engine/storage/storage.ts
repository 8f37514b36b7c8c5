import { escapeLike, type Field, hasOrder, type Params, SORT_TEXT_CHARS, sqlTypeOf } from "@jst/query";

/** Where the rows of one table are (ADR 0013). The two names are written by the service, never by a caller. */
export interface Storage {
  /** True when the table has a physical table of its own. */
  isPromoted: boolean;
  /** To insert into. */
  relation: string;
  /** To read, update and delete from: these rows and no others. */
  rows: string;
}

/** The table that small tables share. */
const shared: Storage = { isPromoted: false, relation: "data.rows", rows: "only data.rows" };

/** The storage of a table whose own physical table has this name; the shared one without a name. */
export function storageOf(relation: string | null): Storage {
  if (relation === null) return shared;
  if (!/^rows_[0-9a-f]{32}$/.test(relation)) throw new Error(`${relation} is no physical table of rows.`);
  return { isPromoted: true, relation: `data.${relation}`, rows: `data.${relation}` };
}

/**
 * The table that holds the rows, which has the indexes: where no superuser is, statements reach it through a view alone
 * (ADR 44).
 */
export function physicalTable(name: string): string {
  if (!/^(rows|kept)_[0-9a-f]{32}$/.test(name)) throw new Error(`${name} is no physical table of rows.`);
  return `data.${name}`;
}

/** Text that an index of kind search contains: every cell of a row. */
export const SEARCHED = "platform.jsonb_lines(r.data)";

/**
 * SQL that holds for every row with the text in one of its cells, and for some others, and that an index can answer.
 * The text is spelled as JSON spells it.
 */
export function mayContain(text: string, params: Params): string {
  const spelled = JSON.stringify(text).slice(1, -1);
  return `${SEARCHED} operator(platform.~~~) ${params.add(`%${escapeLike(spelled)}%`, "text")}`;
}

/**
 * Returns the field as the indexes of a physical table can serve it; a shared table has none. An index contains only
 * the first characters of a text. An entry longer than a third of a page makes the write fail. A cell may become a long
 * text while an index of its former type exists. Values of all other types are shorter (an option has 200 characters,
 * ids and dates fewer), so nothing of them is cut.
 */
export function indexed(field: Field, storage: Storage): Field {
  const isCell = field.sql.includes("r.data");
  if (!storage.isPromoted)
    return isCell && field.kind === "text" ? { ...field, lowered: `lower(${field.sql})` } : field;
  if (!hasOrder(field.kind)) return isCell ? withoutOrder(field) : field;
  const ranged = { ...field, isRanged: true };
  if (sqlTypeOf(field) !== "text" || !field.sql.startsWith("platform.")) return ranged;
  const prefix = `platform.text_left(${field.sql}, ${SORT_TEXT_CHARS})`;
  if (field.kind !== "text") return { ...ranged, sql: prefix };
  return { ...ranged, sort: prefix, index: { prefix, like: "operator(platform.~~~)" } };
}

/** A cell of several values or of any JSON, which is sorted by a text made of it. */
function withoutOrder(field: Field): Field {
  const cell = `platform.jsonb_field(r.data, '${field.name}')`;
  if (field.kind === "json") {
    const text = `platform.jsonb_text(r.data, '${field.name}')`;
    return {
      ...field,
      sort: `platform.text_left(${text}, ${SORT_TEXT_CHARS})`,
      filled: `platform.jsonb_kind(${cell})`,
    };
  }
  const sort = `platform.jsonb_joined(${cell}, ${SORT_TEXT_CHARS})`;
  return { ...field, sort, members: cell, filled: `platform.jsonb_members(${cell})` };
}
