import { AppError } from "@jst/errors";
import { parseTimestamp, type Params } from "@jst/query";

/** A filter of what a column is. */
export const isEqual = (column: string, kind: string) => (value: string, params: Params) =>
  `t.${column} = ${params.add(value, kind)}`;

/** The filters that lists of all documents take. */
export const documentFilters = {
  contact_id: isEqual("contact_id", "uuid"),
  currency: isEqual("currency", "text"),
  created_from: (text: string, params: Params) => `t.created_at >= ${moment("created_from", text, params)}`,
  created_to: (text: string, params: Params) => `t.created_at < ${moment("created_to", text, params)}`,
};

function moment(field: string, text: string, params: Params): string {
  const time = parseTimestamp(text);
  if (time !== undefined) return params.add(time, "timestamptz");
  const message = "Write a time with its zone, such as 2026-01-31T12:00:00Z.";
  throw new AppError("invalid_parameter", `Refused: ${field}.`, {
    errors: [{ field, code: "invalid_parameter", message }],
  });
}
