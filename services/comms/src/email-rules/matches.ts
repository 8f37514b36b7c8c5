import { domainToASCII } from "node:url";
import type { EmailMatch, EmailAction } from "../../gen/rpc.ts";
import type { Row, Statement } from "@jst/db";

/** Fields of conditions. */
export const fields = ["from", "from_domain", "to", "subject", "body", "has_attachment"] as const;

/** How it may ask. */
export const ops = ["eq", "neq", "contains", "ncontains", "starts_with", "ends_with", "in", "nin"] as const;

/** One thing that is asked of a message, once matchFaults has found nothing wrong with it (comms.rule-match). */
export interface EmailCondition {
  field: (typeof fields)[number];
  op: (typeof ops)[number];
  value: unknown;
}

/** Members of an inbound message that rules can match. */
export interface IncomingMail {
  /** Bare addresses, folded; there may be several. */
  from: readonly string[];
  to: readonly string[];
  subject: string;
  /** The text; of HTML alone its text. */
  text: string;
  hasAttachment: boolean;
}

type Op = EmailCondition["op"];

/**
 * True when a message is as a rule asks (comms.rule-match). The time grows with the length of the message, whatever
 * the conditions say: they hold no patterns.
 */
export function matches({ all, any }: EmailMatch, mail: IncomingMail): boolean {
  // A stored rule has been checked.
  const isMet = (one: object): boolean => holds(one as EmailCondition, mail);
  return all === undefined ? (any ?? []).some(isMet) : all.every(isMet);
}

function holds({ field, op, value }: EmailCondition, mail: IncomingMail): boolean {
  if (field === "has_attachment") return mail.hasAttachment === value;
  const wanted = (Array.isArray(value) ? value : [value]).map((one) => folded(field, String(one)));
  const isMet = textsOf(field, mail).some((text) => isLike(op, text, wanted));
  return op === "neq" || op === "ncontains" || op === "nin" ? !isMet : isMet;
}

/** A negative op applies to every text, so it is true if none of them matches. */
function isLike(op: Op, text: string, wanted: readonly string[]): boolean {
  switch (op) {
    case "contains":
    case "ncontains":
      return wanted.some((one) => text.includes(one));
    case "starts_with":
      return wanted.some((one) => text.startsWith(one));
    case "ends_with":
      return wanted.some((one) => text.endsWith(one));
    default:
      return wanted.includes(text);
  }
}

function textsOf(field: Exclude<EmailCondition["field"], "has_attachment">, mail: IncomingMail): string[] {
  switch (field) {
    case "from_domain":
      return mail.from.map((address) => address.slice(address.lastIndexOf("@") + 1));
    case "from":
    case "to":
      return [...mail[field]];
    case "subject":
      return [mail.subject.toLowerCase()];
    case "body":
      return [mail.text.toLowerCase()];
  }
}

/** A value as what it is compared with: in lower case, the domain of an address in ASCII (comms.address). */
function folded(field: EmailCondition["field"], value: string): string {
  const text = value.toLowerCase();
  if (field === "from_domain") return domainToASCII(text) || text;
  if (field !== "from" && field !== "to") return text;
  const at = text.lastIndexOf("@") + 1;
  return `${text.slice(0, at)}${at === 0 ? text : domainToASCII(text.slice(at)) || text.slice(at)}`;
}

/** A rule as it is run. */
export interface RunningRule {
  id: string;
  name: string;
  match: EmailMatch;
  actions: EmailAction[];
  stop: boolean;
}

/** Rule that matches, with its actions. */
export type MatchedRule = Pick<RunningRule, "id" | "name" | "actions">;

/** Returns the rules that the mail matches, in their order; one with `stop` is the last (comms.rule). */
export function matchedRules(rules: readonly RunningRule[], mail: IncomingMail): MatchedRule[] {
  const matched: MatchedRule[] = [];
  for (const { id, name, match, actions, stop } of rules) {
    if (!matches(match, mail)) continue;
    matched.push({ id, name, actions });
    if (stop) break;
  }
  return matched;
}

/** The enabled rules of a team in the order in which mail meets them (comms.rule): rows of RunningRule. */
export function findRunning(teamId: string): Statement {
  return {
    name: "comms.email_rules.running",
    text: `select r.id, r.name, r.match, r.actions, r.stop from comms.email_rules r
      where r.team_id = $1 and r.enabled and r.deleted_at is null
      order by r.priority, r.name`,
    values: [teamId],
  };
}

/** A row of findRunning. */
export type RunningRow = RunningRule & Row;
