import { type Field, type FieldKind, type Fields, fieldsOf } from "@jst/query";
import { storedPhone } from "@jst/values/phone";
import { readFileSync } from "node:fs";

/** Field of a list, as a filter of events reads it. */
export interface ListedField {
  name: string;
  kind: FieldKind;
  /** Form in which a text is stored. */
  form?: "phone";
}

/** Objects of events. */
interface EventObject {
  /** Fields of the list of such objects. */
  fields: readonly ListedField[];
  /** Members that `previous` can have beside these. */
  members: readonly string[];
}

/** Objects by name; e2e/registering/event-fields.test.ts writes the file from the lists of the services. */
export const eventObjects = JSON.parse(
  readFileSync(new URL("./fields.json", import.meta.url), "utf8"),
) as Readonly<Record<string, EventObject>>;

/** Types whose object is not the one that they are named after. */
const objectOfType = new Map([["form.submitted", "submission"]]);

/** Members that no event has in `previous`. */
const unchanging = new Set(["id", "version", "created_at", "updated_at"]);

/** Begin of the name of a field that reads the former value. */
export const PREVIOUS = "previous.";

/** Returns the name of the objects of a type of events; the noun of the type unless it is another. */
export function objectOf(type: string): string {
  return objectOfType.get(type) ?? type.slice(0, type.indexOf("."));
}

/** Returns the fields of a filter over events about such objects; undefined if no filter judges them. */
export function filterFields(object: string): Fields | undefined {
  if (!Object.hasOwn(eventObjects, object)) return undefined;
  const fields = eventObjects[object]?.fields ?? [];
  const former = fields
    .filter(({ name }) => !unchanging.has(name))
    .map((field) => ({ ...field, name: PREVIOUS + field.name }));
  return fieldsOf(...[...fields, ...former].map(fieldOf));
}

/** Returns the names that `changed` may have for such objects. */
export function changedNames(object: string): ReadonlySet<string> {
  if (!Object.hasOwn(eventObjects, object)) return new Set();
  const { fields = [], members = [] } = eventObjects[object] ?? {};
  const names = [...fields.map(({ name }) => name), ...members];
  return new Set(names.filter((name) => !unchanging.has(name)));
}

/** A filter of events is never compiled to SQL, so its fields have none. */
function fieldOf({ name, kind, form }: ListedField): Field {
  return { name, kind, sql: "null", ...(form === "phone" ? { kept: storedPhone } : {}) };
}
