import type { FieldError } from "@jst/errors";
import type { EmailAction } from "../../gen/rpc.ts";
import { parsePart } from "../templates/liquid.ts";

type Member = Exclude<keyof EmailAction, "type">;

/** Members that each type of action needs, and those that it may have. */
const types: Readonly<Record<EmailAction["type"], { needs: readonly Member[]; may?: readonly Member[] }>> = {
  tag_contact: { needs: ["tag"] },
  create_row: { needs: ["table_id", "data"] },
  notify: { needs: ["member_id"], may: ["text"] },
  start_workflow: { needs: ["workflow_id"] },
};
const members: readonly Member[] = ["tag", "table_id", "data", "member_id", "text", "workflow_id"];

/** What is wrong with the actions of a rule (comms.rule-actions), each fault at `actions.<index>.<member>`. */
export function actionFaults(actions: readonly EmailAction[]): FieldError[] {
  return actions.flatMap((action, index) => [...faultsOf(action, `actions.${index}`)]);
}

function* faultsOf(action: EmailAction, at: string): Generator<FieldError> {
  const { type, tag, data } = action;
  const { needs, may = [] } = types[type];
  if (type === "start_workflow")
    yield { field: `${at}.type`, code: "not_supported", message: "Workflows do not run yet." };
  for (const member of members) {
    const field = `${at}.${member}`;
    const isGiven = action[member] !== undefined;
    if (!isGiven && needs.includes(member))
      yield { field, code: "required", message: `The action ${type} needs it.` };
    if (isGiven && !needs.includes(member) && !may.includes(member))
      yield { field, code: "not_allowed", message: `The action ${type} does not take it.` };
  }
  if (tag?.trim() === "")
    yield { field: `${at}.tag`, code: "required", message: "A tag has more than blanks." };
  if (type === "create_row" && data !== undefined) yield* liquidFaults(data, `${at}.data`);
}

/** Every text in the data is Liquid, at whatever depth (comms.rule-actions). */
function* liquidFaults(value: unknown, at: string): Generator<FieldError> {
  if (typeof value === "string") {
    const parsed = parsePart("text", value);
    if ("code" in parsed) yield { ...parsed, field: at };
  } else if (typeof value === "object" && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* liquidFaults(one, `${at}.${name}`);
  }
}
