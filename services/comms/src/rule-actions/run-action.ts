import { randomUUID } from "node:crypto";
import type { Hop } from "@jst/rpc";
import { AppError, notFound } from "@jst/errors";
import type { Peers } from "../../gen/internal.ts";
import type { messageNames } from "../email-rules/rule-faults.ts";
import { queueOutgoing, type Outgoing } from "../outgoing/queue-outgoing.ts";
import type { LiquidThread } from "../templates/liquid-thread.ts";
import type { ClaimedAction } from "./queue.ts";
import type { RenderOutcome } from "../templates/liquid.ts";

/** Services that actions call. */
export interface ActionParts extends Outgoing {
  crm: Pick<Peers["crm"], "tagContact">;
  data: Pick<Peers["data"], "makeRow">;
  auth: Pick<Peers["auth"], "findHosts">;
  liquid: LiquidThread;
}

const RUNNING_MS_MAX = 20_000;
const SUBJECT_CHARS_MAX = 500;

/** Does what an action wants, once however often it is called for the same one; rejects with what refuses it. */
export async function runAction(job: ClaimedAction, parts: ActionParts): Promise<void> {
  const { action, traceparent } = job;
  const hop: Hop = {
    requestId: randomUUID(),
    deadline: Date.now() + RUNNING_MS_MAX,
    ...(traceparent === null ? {} : { traceparent }),
  };
  switch (action.type) {
    case "tag_contact":
      return tagContact(job, parts, hop);
    case "create_row":
      return createRow(job, parts, hop);
    case "notify":
      return notify(job, parts, hop);
    default:
      throw new AppError(
        "validation_failed",
        `The action ${action.type} is not available yet. Remove it from the rule.`,
      );
  }
}

async function tagContact({ team_id, contact_id, action }: ClaimedAction, { crm }: ActionParts, hop: Hop) {
  if (contact_id === null) throw notFound();
  await crm.tagContact({ team_id, contact_id, tag: action.tag?.trim() ?? "" }, hop);
}

async function createRow(job: ClaimedAction, { data, liquid }: ActionParts, hop: Hop) {
  const { team_id: team, id, action } = job;
  const cells = (await renderedData(action.data ?? {}, shownOf(job), { liquid, team })) as Record<
    string,
    unknown
  >;
  await data.makeRow({ team_id: team, table_id: action.table_id ?? "", row_id: id, data: cells }, hop);
}

/** The action's id is the token of its mail. */
async function notify(job: ClaimedAction, parts: ActionParts, hop: Hop) {
  const { team_id: team, id, action, rule_name: rule, from, to, subject, message_id: message } = job;
  const { hosts } = await parts.auth.findHosts({ team_id: team, ids: [action.member_id ?? ""] }, hop);
  const email = hosts[0]?.email;
  if (email === undefined) throw notFound();
  const told = action.text ?? `Mail has come in that the rule ${rule} is about.`;
  const mail = {
    kind: "notice" as const,
    token: `rule:${id}`,
    to: email,
    subject: oneLine(`${rule}: ${subject ?? "mail without a subject"}`).slice(0, SUBJECT_CHARS_MAX),
    text: `${told}\n\nFrom: ${from}\nTo: ${to}\nSubject: ${oneLine(subject ?? "")}\n`,
    source: { type: "message", id: message },
    files: [],
  };
  await queueOutgoing(parts, team, [mail], hop.traceparent);
}

/** Returns the values that texts of an action can use (comms.rule-actions). */
function shownOf({
  message_id: id,
  from,
  to,
  subject,
  text,
  from_name,
}: ClaimedAction): Record<(typeof messageNames)[number], string> {
  const from_domain = from.slice(from.lastIndexOf("@") + 1);
  return { id, from, from_domain, from_name, to, subject: subject ?? "", text: text ?? "" };
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").toWellFormed();

/** Most characters that one text becomes. */
const TEXT_CHARS_MAX = 500_000;

/**
 * Renders the texts in the data of an action, at whatever depth; their output is data, and never Liquid again
 * (comms.rule-actions). Throws limit_reached, and validation_failed for a text that reads what no message has.
 */
export async function renderedData(
  data: unknown,
  message: Readonly<Record<string, unknown>>,
  { liquid, team }: { liquid: LiquidThread; team: string },
): Promise<unknown> {
  const sources: string[] = [];
  mapTexts(data, (text) => (text.includes("{") && sources.push(text), text));
  const texts = sources.map((source) => ({ part: "text" as const, source, lengthMax: TEXT_CHARS_MAX }));
  const outcomes = await liquid.render(team, texts, { message });
  let at = 0;
  return mapTexts(data, (text) => (text.includes("{") ? textOf(outcomes[at++]) : text));
}

/** Copies the data with other texts, in the order in which they stand. */
function mapTexts(data: unknown, map: (text: string) => string): unknown {
  if (typeof data === "string") return map(data);
  if (Array.isArray(data)) return data.map((one) => mapTexts(one, map));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, mapTexts(one, map)]));
}

function textOf(outcome: RenderOutcome | undefined): string {
  if (outcome === undefined) throw new Error("A text was not rendered.");
  if ("text" in outcome) return outcome.text;
  // A fault was refused when the rule was written; an older release may have let it pass.
  if ("fault" in outcome) throw new AppError("validation_failed", outcome.fault.message);
  if ("missing" in outcome)
    throw new AppError(
      "validation_failed",
      `A message does not have these fields: ${outcome.missing.join(", ")}. Correct the texts of the rule.`,
    );
  throw new AppError(
    "limit_reached",
    "The texts of the action become too large, or take too long to render. Shorten them.",
  );
}
