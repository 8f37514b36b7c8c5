import type { FieldError } from "@jst/errors";
import { members, misfit, type TypeDefinition } from "./definition.ts";

/** Evaluated when asked for (computed=1), so it is never stored and stands in `computed` only. */
export const formula: TypeDefinition = {
  read: () => misfit("read_only", "The service computes this column."),
  // Never asked for: formula columns are no fields of a list yet, see schemaOf.
  field: (name) => ({ kind: "json", sql: `platform.jsonb_field(r.data, '${name}')` }),
  options: (options, at, errors: FieldError[]) => members({}, options, at, errors),
  comparable: false,
  filledBy: "formula",
};
