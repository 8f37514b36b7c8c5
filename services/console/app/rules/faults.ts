import { ProblemError } from "@jst/client";

/** Members of a rule beside whose fields their faults stand. */
const PLACES = [
  ...["when.actor_types", "when.ops", "when.resources", "when.table_ids", "when.fields"],
  ...["when.operations", "when.recipients", "when.amount", "approvers", "needed", "timeout_hours"],
];

/** A refused member of a rule. */
export interface RuleFault {
  /** Member as the API names it. */
  field: string;
  /** One of PLACES. */
  place: string;
  message: string;
}

/** Finds the faults that the form shows at its fields; `within` is the rule's place in what was sent. */
export function ruleFaults(error: unknown, within = ""): RuleFault[] {
  const errors = (error instanceof ProblemError ? error.problem?.errors : undefined) ?? [];
  return errors.flatMap(({ field, message }) => {
    if (!field.startsWith(within)) return [];
    const member = field.slice(within.length);
    const place = PLACES.find((one) => member === one || member.startsWith(`${one}.`));
    return place === undefined ? [] : [{ field, place, message }];
  });
}
