import { removeMember } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Removes a member; `member add` brings the same one back, but no session and no token. */
export const memberRemove: Command = {
  name: "member remove",
  usage: "--team SLUG --email E",
  summary: "Removes a member; sessions, tokens and what the member minted end within seconds.",
  words: [0, 0],
  options: ["team", "email"],
  isForClusters: true,
  async run(context) {
    const { options } = context;
    const member = { team: required(options, "team"), email: required(options, "email") };
    const removed = await withOperator(context, (fleet) => removeMember(fleet, member));
    const ended = removed.tokens_ended;
    const more =
      ended === 0 ? "" : ` ${ended} ${ended === 1 ? "token" : "tokens"} that the member minted ended too.`;
    return { json: removed, text: `${member.email} was removed from ${member.team}.${more}` };
  },
};
