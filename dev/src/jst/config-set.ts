import { callOperator, type OperatorTarget } from "../operator.ts";
import { OperatorError } from "../operator-error.ts";
import { authRpc, teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";
import { fileValue } from "./secret-input.ts";

/** Services that declare keys, which are named after them; auth declares the others. */
const declaring = ["comms", "commerce"];

/** Asks the service that declares the key. */
async function set(
  fleet: OperatorTarget,
  team: string,
  key: string,
  value: string,
): Promise<Record<string, unknown>> {
  const owner = declaring.find((service) => key.startsWith(`${service}.`));
  if (owner === undefined) return callOperator(fleet, authRpc("SetConfig"), { team, key, value });
  const rpc = { owner, service: `${owner}.v1.Operator`, method: "SetSetting" };
  return callOperator(fleet, rpc, { team_id: await teamIdOf(fleet, team), key, value });
}

/** The value is sent as typed; the service that declares a key knows what it takes. It may be a secret. */
export const configSet: Command = {
  name: "config set",
  usage: "--team SLUG KEY VALUE | KEY --value-file PATH|-",
  summary:
    "Sets a team's setting, such as modules.contacts.enabled true; in force within five seconds. The value is shown by nothing.",
  words: [1, 2],
  takesValue: true,
  options: ["team", "value-file"],
  isForClusters: true,
  async run(context) {
    const [key = "", typed] = context.words;
    const { options } = context;
    const team = required(options, "team");
    const isInFile = options["value-file"] !== undefined;
    if ((typed !== undefined) === isInFile)
      throw new OperatorError("Give the value either as a word or by --value-file.", { exitCode: 2 });
    const value = typed ?? fileValue(options, "value-file");
    await withOperator(context, (fleet) => set(fleet, team, key, value));
    const state = value === "" ? "cleared" : "set";
    return { json: { team, key, state }, text: `${key} is ${state} for ${team}.` };
  },
};
