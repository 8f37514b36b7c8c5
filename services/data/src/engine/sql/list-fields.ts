import type { Field } from "@jst/query";

/** Fields every resource of this service sorts and filters by; `alias` is that of its table in the statement. */
export function systemFields(alias: string): Field[] {
  return [
    { name: "id", kind: "uuid", sql: `${alias}.id`, notNull: true },
    { name: "created_at", kind: "datetime", sql: `${alias}.created_at`, notNull: true },
    { name: "updated_at", kind: "datetime", sql: `${alias}.updated_at`, notNull: true },
  ];
}
