import { openRunning } from "../fleet.ts";
import { callOperator } from "../operator.ts";
import { authRpc } from "../teams.ts";
import type { Command } from "./command.ts";
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
    async run({ settings, options, words: [host = ""] }) {
      const team = required(options, "team");
      const answer = await callOperator(await openRunning(settings), authRpc(method), { team, host });
      return { json: answer, text: `${host} ${outcome} ${team}.` };
    },
  };
}
