import type { FieldError } from "@jst/errors";
import type { EmailMatch, EmailAction } from "../../gen/rpc.ts";
import { fields, ops } from "./matches.ts";
import type { LiquidText, ReadOutcome } from "../templates/liquid.ts";

const VALUE_CHARS_MAX = 1_000;
const VALUES_MAX = 100;

/** Returns the faults of the conditions of a rule (comms.rule-match). */
export function matchFaults({ all, any }: EmailMatch): FieldError[] {
  if ((all === undefined) === (any === undefined)) {
    const code = all === undefined ? "required" : "not_allowed";
    const message = "Send either match.all or match.any, not both.";
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
  const errors = Object.keys(others).map((name) =>
    fault(name, "A condition cannot have this field. Remove it.", "unknown_field"),
  );
  if (!isOf(fields, field)) errors.push(fault("field", `Must be one of: ${fields.join(", ")}.`));
  if (!isOf(ops, op)) errors.push(fault("op", `Must be one of: ${ops.join(", ")}.`));
  if (errors.length > 0) return errors;
  if (field === "has_attachment") {
    if (op !== "eq") return [fault("op", 'Must be "eq", because the field is has_attachment.')];
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

type Member = Exclude<keyof EmailAction, "type">;

/** Members that each type of action needs, and those that it may have. */
const types: Readonly<Record<EmailAction["type"], { needs: readonly Member[]; may?: readonly Member[] }>> = {
  tag_contact: { needs: ["tag"] },
  create_row: { needs: ["table_id", "data"] },
  notify: { needs: ["member_id"], may: ["text"] },
  start_workflow: { needs: ["workflow_id"] },
};
const members: readonly Member[] = ["tag", "table_id", "data", "member_id", "text", "workflow_id"];

/** Members of a message that texts can use, as `message.<name>` (comms.rule-actions). */
export const messageNames = ["id", "from", "from_domain", "from_name", "to", "subject", "text"] as const;

/**
 * Finds the faults of a rule's actions (comms.rule-actions), each at `actions.<index>.<member>`; `read` reads all texts
 * in Liquid at once.
 */
export async function actionFaults(
  actions: readonly EmailAction[],
  read: (texts: readonly LiquidText[]) => Promise<ReadOutcome[]>,
): Promise<FieldError[]> {
  const ofMembers = actions.map((action, index) => [...faultsOf(action, `actions.${index}`)]);
  const texts = actions.map(({ type, data }, index) =>
    type === "create_row" && data !== undefined ? [...textsIn(data, `actions.${index}.data`)] : [],
  );
  const all = texts.flat();
  const outcomes = await read(all.map(({ source }) => ({ part: "text", source })));
  const ofTexts = new Map(all.map((text, at) => [text, outcomes[at]]));
  return actions.flatMap((_, index) => [
    ...(ofMembers[index] ?? []),
    ...(texts[index] ?? []).flatMap((text) => [...textFaults(ofTexts.get(text), text.field)]),
  ]);
}

function* faultsOf(action: EmailAction, at: string): Generator<FieldError> {
  const { type } = action;
  const { needs, may = [] } = types[type];
  if (type === "start_workflow")
    yield {
      field: `${at}.type`,
      code: "not_supported",
      message: "Workflows are not available yet. Remove this action from the rule.",
    };
  for (const member of members) {
    const field = `${at}.${member}`;
    const isGiven = action[member] !== undefined;
    if (!isGiven && needs.includes(member))
      yield { field, code: "required", message: `The action ${type} needs this field.` };
    if (isGiven && !needs.includes(member) && !may.includes(member))
      yield {
        field,
        code: "not_allowed",
        message: `The action ${type} cannot have this field. Remove the field.`,
      };
  }
}

/** Every text in the data is Liquid, at whatever depth (comms.rule-actions). */
function* textsIn(value: unknown, field: string): Generator<{ source: string; field: string }> {
  if (typeof value === "string") yield { source: value, field };
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, `${field}.${name}`);
}

/** A text that reads what no message has would refuse the action with each mail. */
function* textFaults(outcome: ReadOutcome | undefined, field: string): Generator<FieldError> {
  if (outcome === undefined) return;
  if ("fault" in outcome) {
    yield { ...outcome.fault, field };
    return;
  }
  for (const { path, line, column } of outcome.names) {
    const [first, name] = path;
    const isKnown = typeof name !== "string" || (messageNames as readonly string[]).includes(name);
    if (first === "message" && isKnown) continue;
    const message = `${path.filter((one) => !Array.isArray(one)).join(".")} is not a field of a message. Correct it, or remove it.`;
    yield { field, code: "template_invalid", message, line, column };
  }
}
