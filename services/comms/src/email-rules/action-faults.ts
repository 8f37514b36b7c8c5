import type { FieldError } from "@jst/errors";
import type { EmailAction } from "../../gen/rpc.ts";
import type { LiquidText, ReadOutcome } from "../templates/liquid-work.ts";

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
    yield { field: `${at}.type`, code: "not_supported", message: "Workflows do not run yet." };
  for (const member of members) {
    const field = `${at}.${member}`;
    const isGiven = action[member] !== undefined;
    if (!isGiven && needs.includes(member))
      yield { field, code: "required", message: `The action ${type} needs it.` };
    if (isGiven && !needs.includes(member) && !may.includes(member))
      yield { field, code: "not_allowed", message: `The action ${type} does not take it.` };
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
    const message = `No message has ${path.filter((one) => !Array.isArray(one)).join(".")}.`;
    yield { field, code: "template_invalid", message, line, column };
  }
}
