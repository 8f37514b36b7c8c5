import { callOperator } from "../operator.ts";
import { authRpc } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** The value is sent as typed; auth knows what each key takes. */
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
    const setting = { team: required(options, "team"), key, value };
    const answer = await withOperator(context, (fleet) => callOperator(fleet, authRpc("SetConfig"), setting));
    return { json: answer, text: `${key} is ${String(answer["value"])} for ${setting.team}.` };
  },
};
