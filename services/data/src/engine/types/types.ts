import { composed } from "@jst/values";
import type { ColumnCreate } from "../../../gen/rpc.ts";
import { multiSelect, select, state } from "./choice-types.ts";
import { date, datetime } from "./date-types.ts";
import type { TypeDefinition } from "./definition.ts";
import { file } from "./file-type.ts";
import { formula } from "./formula-type.ts";
import { autonumber, currency, duration, integer, number, percent, rating } from "./number-types.ts";
import { relation } from "./relation-type.ts";
import { boolean, contact, createdAt, createdBy, json, updatedAt, updatedBy, user } from "./other-types.ts";
import { email, phone, text, url } from "./text-types.ts";

/** Types a column may have (tables.types). */
export type ColumnType = ColumnCreate["type"];

/** Definitions by type, whose readers take texts in NFC; a type of the contract without a line here fails tsc. */
const definitions: Record<ColumnType, TypeDefinition> = {
  text,
  long_text: text,
  email,
  phone,
  url,
  number,
  integer,
  currency,
  percent,
  rating,
  duration,
  autonumber,
  boolean,
  date,
  datetime,
  select,
  multi_select: multiSelect,
  state,
  user,
  contact,
  file,
  json,
  created_at: createdAt,
  updated_at: updatedAt,
  created_by: createdBy,
  updated_by: updatedBy,
  formula,
  relation,
};

/** A type whose cells are in NFC (conventions.unicode); those of json stay as they were sent. */
function inComposedTexts(definition: TypeDefinition): TypeDefinition {
  if (definition === json) return definition;
  return { ...definition, read: (value, ...by) => definition.read(composedCell(value), ...by) };
}

function composedCell(value: unknown): unknown {
  if (typeof value === "string") return composed(value);
  return Array.isArray(value) ? value.map(composedCell) : value;
}

/** Types of one definition stay of one: a change between them rewrites nothing. */
const composing = new Map(Object.values(definitions).map((one) => [one, inComposedTexts(one)]));

/** The one place that knows what each type means. */
export const columnTypes = Object.fromEntries(
  Object.entries(definitions).map(([type, definition]) => [type, composing.get(definition)]),
) as Record<ColumnType, TypeDefinition>;
