import { AppError, type FieldError } from "@jst/errors";
import type { Validator } from "@jst/rpc";

/**
 * Finds every fault of a body as its route would, at the places of its row (imports.check): those of the schema, then
 * the refusal that `judge` throws.
 */
export function bodyFaults(validator: Validator, body: object, judge: () => void): FieldError[] {
  const errors = validator.errorsOf(body);
  const named = new Set(errors.map(({ field }) => field));
  const further = refusedBy(judge).filter(({ field }) => !named.has(field));
  return [...errors, ...further].map(placed);
}

function refusedBy(judge: () => void): readonly FieldError[] {
  try {
    judge();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors ?? [{ field: "", code: error.code, message: error.message }];
  }
}

const placed = (fault: FieldError): FieldError => ({
  ...fault,
  field: fault.field === "" ? "" : `data.${fault.field}`,
});
