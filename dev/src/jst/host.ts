import { callOperator } from "../operator.ts";
import { authRpc } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Requests to the host are that team's alone. */
export const hostAdd = hostCommand("host add", "AddHost", "Maps a host name to a team.", "now belongs to");

/** The host is unmapped again. */
export const hostRemove = hostCommand(
  "host remove",
  "RemoveHost",
  "Removes a host name from a team.",
  "no longer belongs to",
);

function hostCommand(name: string, method: string, summary: string, outcome: string): Command {
  return {
    name,
    usage: "--team SLUG HOST",
    summary,
    words: [1, 1],
    options: ["team"],
    isForClusters: true,
    async run(context) {
      const [host = ""] = context.words;
      const team = required(context.options, "team");
      const answer = await withOperator(context, (fleet) =>
        callOperator(fleet, authRpc(method), { team, host }),
      );
      return { json: answer, text: `${host} ${outcome} ${team}.` };
    },
  };
}
