import { callOperator, type OperatorRpc } from "../operator.ts";
import type { Answer, Command, CommandContext } from "./command.ts";
import { objectIn } from "./object-in.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

const rpc = (method: string): OperatorRpc => ({
  owner: "account",
  service: "auth.v1.ApprovalRulesOperator",
  method,
});

function ask(context: CommandContext, method: string, given: object = {}): Promise<Record<string, unknown>> {
  const body = { ...given, team: required(context.options, "team") };
  return withOperator(context, (fleet) => callOperator(fleet, rpc(method), body));
}

const show: Command = {
  name: "rules show",
  usage: "--team SLUG",
  summary: "Shows the approval rules of a team as JSON, as `jst rules set` takes them.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context): Promise<Answer> {
    const json = await ask(context, "ShowRules");
    return { json, text: JSON.stringify(json, null, 2) };
  },
};

const set: Command = {
  name: "rules set",
  usage: "--team SLUG FILE",
  summary:
    "Replaces all approval rules of a team by those of a JSON file, {rules: [...]}, or by none of them.",
  words: [1, 1],
  options: ["team"],
  isForClusters: true,
  async run(context): Promise<Answer> {
    const json = await ask(context, "ReplaceRules", await objectIn(context.words[0] ?? ""));
    const { length } = json["rules"] as unknown[];
    const count = length === 1 ? "1 approval rule" : `${length} approval rules`;
    return { json, text: `${required(context.options, "team")} has ${count} now.` };
  },
};

/** Commands on the approval rules of a team (rules.operator). */
export const rulesCommands: readonly Command[] = [show, set];
