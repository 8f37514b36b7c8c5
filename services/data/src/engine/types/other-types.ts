import { instant } from "@jst/db";
import { contactOf, idsOfContacts } from "@jst/directory";
import { sortText } from "@jst/query";
import { isUuid } from "@jst/rpc";
import { fits, misfit, mismatch, noOptions, type OfRow, type TypeDefinition } from "./definition.ts";
import { cellText } from "./text-types.ts";

/** True or false; null is neither. */
export const boolean: TypeDefinition = {
  read: (value) => (typeof value === "boolean" ? fits(value) : mismatch("true or false")),
  field: (name) => ({ kind: "boolean", sql: `platform.jsonb_boolean(r.data, '${name}')` }),
  options: noOptions,
  comparable: false,
  adapt: (value) => (value === "true" ? true : value === "false" ? false : value),
};

/** Any JSON; sorted by its text. */
export const json: TypeDefinition = {
  read: fits,
  field: (name) => ({
    kind: "json",
    sql: `platform.jsonb_field(r.data, '${name}')`,
    sort: sortText(cellText(name)),
  }),
  options: noOptions,
  comparable: false,
};

/** An id. That there is something with it is checked by the write of the row. */
const reference: TypeDefinition = {
  read: (value) => {
    if (typeof value !== "string") return mismatch("an id");
    return isUuid(value)
      ? fits(value.toLowerCase())
      : misfit("not_found", "Nothing in your team has this id. Check the id.");
  },
  field: (name) => ({ kind: "uuid", sql: cellText(name), type: "text" }),
  options: noOptions,
  comparable: true,
};

/** The id of a member of the team. */
export const user: TypeDefinition = { ...reference, refersTo: "member" };

/** The id of a contact of the team; that of a merged one reads as its target (contacts.merged-references). */
export const contact: TypeDefinition = {
  ...reference,
  refersTo: "contact",
  standsFor: {
    live: (name) => contactOf(`${cellText(name)}::uuid`, "r"),
    alike: (ids) => idsOfContacts(`(${ids})::uuid[]`, "text"),
  },
};

/** Read from the row itself, so it is never stored and never out of date. */
function ofRow(field: ReturnType<TypeDefinition["field"]>, filledBy: OfRow): TypeDefinition {
  return {
    read: () =>
      misfit("read_only", "The platform fills this column, so you cannot write it. Remove the value."),
    field: () => field,
    options: noOptions,
    comparable: false,
    filledBy,
  };
}

const instantOf = (column: string) =>
  ofRow(
    { kind: "datetime", sql: `r.${column}`, notNull: true },
    {
      sql: `to_jsonb(${instant(`r.${column}`)})`,
      of: ({ [column]: instant }) => (typeof instant === "string" ? new Date(instant).toISOString() : null),
    },
  );

const actorOf = (type: string, id: string, of: OfRow["of"]) =>
  ofRow({ kind: "select", sql: id }, { sql: `jsonb_build_object('type', ${type}, 'id', ${id})`, of });

/** A row that was never changed was last written by its maker. */
const updater = (member: string) =>
  `(case when r.updated_by_type is null then r.created_by_${member} else r.updated_by_${member} end)`;
const makerOf: OfRow["of"] = ({ created_by_type: type, created_by_id: id }) => ({ type, id });
const updaterOf: OfRow["of"] = (image) => {
  const { updated_by_type: type = null, updated_by_id: id } = image;
  return type === null ? makerOf(image) : { type, id };
};

/** When the row was stored. */
export const createdAt = instantOf("created_at");
/** When its cells were last written. */
export const updatedAt = instantOf("updated_at");
/** Creator of the row; filtered and sorted by id. */
export const createdBy = actorOf("r.created_by_type", "r.created_by_id", makerOf);
/** Last writer of the row's cells; filtered and sorted by id. */
export const updatedBy = actorOf(updater("type"), updater("id"), updaterOf);
