import type { EmailAction, EmailMatch } from "../../gen/rpc.ts";
import { matches, type IncomingMail } from "./matches.ts";

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
