import { fieldsOf, sortText, type Field, type FieldKind } from "@jst/query";

/** Everything a caller may name in `filter` and, where it has an order, in `sort`; SQL over the row `c`. */
export const CONTACT_FIELDS = fieldsOf(
  { name: "id", kind: "uuid", sql: "c.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "c.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "c.updated_at", notNull: true },
  { name: "archived_at", kind: "datetime", sql: "c.archived_at" },
  { name: "version", kind: "number", sql: "c.version", notNull: true },
  { ...text("display_name"), notNull: true },
  text("first_name"),
  text("last_name"),
  text("email"),
  text("phone"),
  text("company"),
  text("title"),
  text("source"),
  text("external_id"),
  text("timezone"),
  text("locale"),
  text("notes"),
  plain("lifecycle_stage", "select"),
  plain("owner_id", "uuid"),
  plain("birth_date", "date"),
  plain("tags", "multi"),
  plain("additional_emails", "multi"),
  plain("additional_phones", "multi"),
  plain("address", "json"),
);

function plain(name: string, kind: FieldKind): Field {
  return { name, kind, sql: `c.${name}` };
}

function text(name: string): Field {
  return { ...plain(name, "text"), sort: sortText(`c.${name}`) };
}
