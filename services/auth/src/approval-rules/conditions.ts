import type { FieldError } from "@jst/errors";
import type { RuleCondition, RuleRange } from "../../gen/rpc.ts";
import { areOfOneService, haveTotals } from "./resources.ts";

/** Conditions that are lists of ids, in lower case as they are stored. */
const IDS = ["token_ids", "table_ids"] as const;

/** Returns the conditions as they are stored: ids in lower case, and no value of a list twice. Adds what is wrong. */
export function storedConditions(when: RuleCondition, field: string, errors: FieldError[]): RuleCondition {
  errors.push(...conditionFaults(when, field));
  const ids = IDS.flatMap((name) => (when[name] === undefined ? [] : [[name, lowered(when[name])] as const]));
  const all = Object.entries({ ...when, ...Object.fromEntries(ids) });
  return Object.fromEntries(all.map(([name, value]) => [name, withoutRepeats(value)]));
}

/** Returns the ids in lower case. */
export function lowered(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

function withoutRepeats(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value as unknown[])] : value;
}

function conditionFaults(when: RuleCondition, field: string): FieldError[] {
  return [
    ...rangeFaults(when.operations, `${field}.operations`),
    ...rangeFaults(when.amount, `${field}.amount`),
    ...rangeFaults(when.recipients, `${field}.recipients`),
    ...perDayFaults(when, field),
    ...totalFaults(when, field),
    ...deletionFaults(when, field),
  ];
}

function rangeFaults(range: RuleRange | undefined, field: string): FieldError[] {
  if (range === undefined) return [];
  const { gte, lte } = range;
  if (gte === undefined && lte === undefined)
    return [
      {
        field,
        code: "required",
        message: "Must have gte (at least), lte (at most) or both. Send one of them.",
      },
    ];
  if (gte === undefined || lte === undefined || gte <= lte) return [];
  return [
    {
      field: `${field}.gte`,
      code: "too_large",
      message: "gte must be less than or equal to lte. Lower gte, or raise lte.",
    },
  ];
}

/** Refuses an amount of resources without a total: the rule would never match. */
function totalFaults({ amount, over_per_day: perDay, resources }: RuleCondition, when: string): FieldError[] {
  if ((amount ?? perDay?.amount) === undefined || resources === undefined || haveTotals(resources)) return [];
  const message =
    "An amount counts only for invoices, quotes, checkouts and subscriptions. Add one of these resources, or remove the amount.";
  return [{ field: `${when}.resources`, code: "invalid_value", message }];
}

/** Refuses deletions of fields: a deletion changes none, so the rule would never match it (rules.conditions). */
function deletionFaults({ ops = [], fields }: RuleCondition, when: string): FieldError[] {
  if (fields === undefined || !ops.includes("delete")) return [];
  const message =
    "A deletion changes no single field, so a rule with fields never applies to one. Leave out delete, or remove the fields.";
  return [{ field: `${when}.ops`, code: "invalid_value", message }];
}

function perDayFaults({ over_per_day: perDay, resources }: RuleCondition, when: string): FieldError[] {
  if (perDay === undefined) return [];
  const field = `${when}.over_per_day`;
  const given = [perDay.operations, perDay.amount].filter((one) => one !== undefined).length;
  if (given !== 1)
    return [
      {
        field,
        code: "invalid_value",
        message: "over_per_day must have either operations or amount, not both. Send one of them.",
      },
    ];
  if (resources !== undefined && areOfOneService(resources)) return [];
  const message = "A rule with over_per_day needs resources, all from one area, such as invoices and quotes.";
  return [
    { field: `${when}.resources`, code: resources === undefined ? "required" : "invalid_value", message },
  ];
}
