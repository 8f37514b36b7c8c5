import { callOperator, type OperatorTarget } from "../operator.ts";
import { authRpc, teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

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

/** The value is sent as typed; the service that declares a key knows what it takes. */
export const configSet: Command = {
  name: "config set",
  usage: "--team SLUG KEY VALUE",
  summary: "Sets a team's setting, such as modules.contacts.enabled true; in force within five seconds.",
  words: [2, 2],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const {
      options,
      words: [key = "", value = ""],
    } = context;
    const team = required(options, "team");
    const answer = await withOperator(context, (fleet) => set(fleet, team, key, value));
    const shown = answer["value"] === null && value !== "" ? "set" : String(answer["value"]);
    return { json: answer, text: `${key} is ${shown} for ${team}.` };
  },
};
