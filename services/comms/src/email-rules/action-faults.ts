import type { FieldError } from "@jst/errors";
import type { EmailAction } from "../../gen/rpc.ts";
import { namesIn, parsePart, type ParsedPart } from "../templates/liquid.ts";

type Member = Exclude<keyof EmailAction, "type">;

/** Members that each type of action needs, and those that it may have. */
const types: Readonly<Record<EmailAction["type"], { needs: readonly Member[]; may?: readonly Member[] }>> = {
  tag_contact: { needs: ["tag"] },
  create_row: { needs: ["table_id", "data"] },
  notify: { needs: ["member_id"], may: ["text"] },
  start_workflow: { needs: ["workflow_id"] },
};
const members: readonly Member[] = ["tag", "table_id", "data", "member_id", "text", "workflow_id"];

/** What texts read of a message, as `message.<name>` (comms.rule-actions). */
export const messageNames = ["id", "from", "from_domain", "from_name", "to", "subject", "text"] as const;

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
    else yield* nameFaults(parsed, at);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* liquidFaults(one, `${at}.${name}`);
  }
}

/** A text that reads what no message has would refuse the action with each mail. */
function* nameFaults(parsed: ParsedPart, field: string): Generator<FieldError> {
  for (const { path, line, column } of namesIn(parsed)) {
    const [first, name] = path;
    const isKnown = typeof name !== "string" || (messageNames as readonly string[]).includes(name);
    if (first === "message" && isKnown) continue;
    const message = `No message has ${path.filter((one) => !Array.isArray(one)).join(".")}.`;
    yield { field, code: "template_invalid", message, line, column };
  }
}
