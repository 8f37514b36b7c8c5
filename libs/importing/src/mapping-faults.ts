import { validationFailed, type FieldError } from "@jst/errors";
import { LIST_FIELDS, type ImportPart } from "./import.ts";

/** Finds what keeps the parts from being checked: open questions, and parts of which nothing goes anywhere. */
function mappingFaults(parts: readonly ImportPart[]): FieldError[] {
  const errors: FieldError[] = [];
  const mapped = parts.filter(({ target }) => target !== null);
  if (mapped.length === 0)
    errors.push({
      field: "parts",
      code: "required",
      message: "No part has a target. Send the target of one part at least.",
    });
  for (const part of mapped) errors.push(...partFaults(part));
  return errors;
}

function partFaults({ index, columns, match }: ImportPart): FieldError[] {
  const errors: FieldError[] = [];
  const at = `parts.${index}`;
  const taken = new Map<string, number>();
  for (const { index: place, to, question } of columns) {
    if (to === null) continue;
    const name = to.field ?? to.column ?? to.new?.name ?? "";
    if (question !== null)
      errors.push({
        field: `${at}.columns.${place}.${question === "link" ? "to" : question}`,
        code: "required",
        message:
          question === "link"
            ? "Values of this column name rows of several parts. Send to."
            : `Values of this column can be read in two ways. Send ${question}.`,
      });
    if (taken.has(name) && !LIST_FIELDS.has(to.field ?? ""))
      errors.push({
        field: `${at}.columns.${place}.to`,
        code: "duplicate",
        message: `The column ${taken.get(name)} goes to ${name} as well. Leave out one of them.`,
      });
    taken.set(name, place);
  }
  if (taken.size === 0)
    errors.push({
      field: `${at}.columns`,
      code: "required",
      message: "No column of the part goes anywhere. Send the member to for one column at least.",
    });
  if (match !== null && !taken.has(match.by))
    errors.push({
      field: `${at}.match.by`,
      code: "required",
      message: "No column of the source goes to this one, by which rows are found. Map a column to it.",
    });
  return errors;
}

/** Throws 422 unless the parts can be checked (imports.questions). */
export function requireMapping(parts: readonly ImportPart[]): void {
  const errors = mappingFaults(parts);
  if (errors.length > 0) throw validationFailed(errors);
}

/** Reports whether the parts can be checked. */
export const isClean = (parts: readonly ImportPart[]): boolean => mappingFaults(parts).length === 0;
