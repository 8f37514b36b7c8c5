/**
 * Kind of value in a field, which decides its operators (conventions.operators). select and uuid compare as a whole;
 * multi is a set of texts, uuids a set of ids; json knows only empty and nempty.
 */
export type FieldKind =
  | "text"
  | "number"
  | "boolean"
  | "date"
  | "datetime"
  | "select"
  | "uuid"
  | "multi"
  | "uuids"
  | "json";

/** One field a caller may name in a filter or a sort. */
export interface Field {
  /** As the caller spells it. */
  name: string;
  kind: FieldKind;
  /** SQL expression over the row's alias; null when the field is empty. Written by the service, never by a caller. */
  sql: string;
  /**
   * `text` for a uuid, date or datetime that is stored as text. Any other expression has the type to which the values
   * of its kind are cast: float8, boolean, date, timestamptz, text, uuid, text[], text[], jsonb.
   */
  type?: "text";
  /**
   * Expression to sort by if it differs from `sql`. It has the same type, or is a text for a kind that has no order of
   * its own and cannot be sorted by without it. False if the field cannot be sorted by.
   */
  sort?: string | false;
  /** The order of its values where they have one of their own, such as that of a column's choices. */
  ranked?: RankedOrder;
  /** True when lists sort by what other rows have, which no index of these rows holds. */
  isJoined?: true;
  /** The form in which the field keeps a text, however it is spelled: values for a whole text are brought into it. */
  kept?: (text: string, country?: string) => string;
  /** The spellings of a text that are one value: whole texts are then compared with these, in either case. */
  spellings?: (text: string) => readonly string[];
  /**
   * SQL for the array of all values that are the same as any of an array, of the type of `sql`. Whole values are
   * compared with these. No index has such a field in its order.
   */
  alike?: (values: string) => string;
  /** Text in lower case for a field without an index; the conditions of one group share one copy. */
  lowered?: string;
  /** Index of the field, if conditions must be written differently for it. */
  index?: FieldIndex;
  /**
   * True when an index may have the values in their order: any but some are then asked for as what lies between these.
   */
  isRanged?: boolean;
  /** Short expression for a kind without an order, which an index may contain; null if the field is empty. */
  filled?: string;
  /**
   * Jsonb expression of a set's members, an array if the value is one. An index of its members answers the operators
   * platform.?| and platform.?& (libs/db/sql).
   */
  members?: string;
  /** False when the field only sorts. */
  filter?: false;
  /** True when the expression is never null: pages then compare whole rows, which an index can serve. */
  notNull?: true;
}

/** SQL to sort by. */
export interface OrderSql {
  /** Expression to sort by, null when the field is empty. */
  sql: string;
  /** Its type; absent for a text. */
  type?: string;
  /** True for texts in the order of the locale (conventions.text-order), and for lists of them. */
  isText?: boolean;
}

/** An order that a field has beside its values, such as that of listed choices or of the names of other rows. */
export interface RankedOrder extends OrderSql {
  /** Changes with what decides the order: a cursor is good for one version. */
  version: string;
}

/** How an index serves a text. */
export interface FieldIndex {
  /**
   * Expression of its first SORT_TEXT_CHARS characters: equality with a shorter text asks for these, as an index entry
   * is short.
   */
  prefix: string;
  /** Operator that means ILIKE. */
  like: string;
}

/** The fields of one list by name. A Map, so that `__proto__` is a name like any other. */
export type Fields = ReadonlyMap<string, Field>;

const typeOfKind: Record<FieldKind, string> = {
  text: "text",
  number: "float8",
  boolean: "boolean",
  date: "date",
  datetime: "timestamptz",
  select: "text",
  uuid: "uuid",
  multi: "text[]",
  uuids: "text[]",
  json: "jsonb",
};

/** SQL type of a field's expression. */
export function sqlTypeOf(field: Field): string {
  return field.type ?? typeOfKind[field.kind];
}

/** True for kinds of one value that PostgreSQL orders; the others are sorted by a text made of them. */
export function hasOrder(kind: FieldKind): boolean {
  return kind !== "multi" && kind !== "uuids" && kind !== "json";
}

/** The fields of one list by name; a later field replaces an earlier one of the same name. */
export function fieldsOf(...fields: Field[]): Fields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Characters of a text that take part in sorting: a cursor carries the key, so it has to stay short. */
export const SORT_TEXT_CHARS = 200;

/** A text expression cut to what takes part in sorting; texts equal so far are ordered by id. */
export function sortText(sql: string): string {
  return `left(${sql}, ${SORT_TEXT_CHARS})`;
}

/**
 * A list of texts (text[]) as a text to sort by: value by value in their order; null without any, as an empty list is
 * empty.
 */
export function sortTexts(sql: string): string {
  // The character that parts them stands before all that texts are written with, so that "a, b" comes before "a b".
  return sortText(`nullif(array_to_string(${sql}, E'\\x1f'), '')`);
}
