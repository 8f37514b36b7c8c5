import { callOperator, type OperatorTarget } from "../operator.ts";
import { authRpc, teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { commsRpc } from "./comms.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Each key is declared by one service: those of messages by comms, the others by auth. */
async function set(
  fleet: OperatorTarget,
  team: string,
  key: string,
  value: string,
): Promise<Record<string, unknown>> {
  if (!key.startsWith("comms.")) return callOperator(fleet, authRpc("SetConfig"), { team, key, value });
  return callOperator(fleet, commsRpc("SetSetting"), { team_id: await teamIdOf(fleet, team), key, value });
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
