import type { FieldError } from "@jst/errors";
import type { EmailMatch } from "../../gen/rpc.ts";
import { fields, ops } from "./condition.ts";

const VALUE_CHARS_MAX = 1_000;
const VALUES_MAX = 100;

/** Returns the faults of the conditions of a rule (comms.rule-match). */
export function matchFaults({ all, any }: EmailMatch): FieldError[] {
  if ((all === undefined) === (any === undefined)) {
    const code = all === undefined ? "required" : "not_allowed";
    const message = "Give the conditions as all or as any of them.";
    return ["match.all", "match.any"].map((field) => ({ field, code, message }));
  }
  const [name, conditions] = all === undefined ? ["any", any ?? []] : ["all", all];
  return conditions.flatMap((condition, index) => conditionFaults(condition, `match.${name}.${index}`));
}

function conditionFaults(condition: Readonly<Record<string, unknown>>, at: string): FieldError[] {
  const { field, op, value, ...others } = condition;
  const fault = (member: string, message: string, code = "invalid_value"): FieldError => ({
    field: `${at}.${member}`,
    code: condition[member] === undefined ? "required" : code,
    message,
  });
  const errors = Object.keys(others).map((name) => fault(name, "No such member.", "unknown_field"));
  if (!isOf(fields, field)) errors.push(fault("field", `Must be one of: ${fields.join(", ")}.`));
  if (!isOf(ops, op)) errors.push(fault("op", `Must be one of: ${ops.join(", ")}.`));
  if (errors.length > 0) return errors;
  if (field === "has_attachment") {
    if (op !== "eq") return [fault("op", "has_attachment is asked with eq.")];
    return typeof value === "boolean" ? [] : [fault("value", "Must be true or false.")];
  }
  if (op !== "in" && op !== "nin")
    return isText(value) ? [] : [fault("value", `Must be a text of 1 to ${VALUE_CHARS_MAX} characters.`)];
  const isList =
    Array.isArray(value) && value.length > 0 && value.length <= VALUES_MAX && value.every(isText);
  return isList ? [] : [fault("value", `Must be a list of 1 to ${VALUES_MAX} texts.`)];
}

function isOf(words: readonly string[], word: unknown): boolean {
  return words.some((one) => one === word);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= VALUE_CHARS_MAX;
}
