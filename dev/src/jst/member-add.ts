import { addMember } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Adds a member, or changes the role of one who is there. */
export const memberAdd: Command = {
  name: "member add",
  usage: "--team SLUG --email E --role owner|admin|member|viewer",
  summary: "Adds a member to a team, or changes the role of one who is there.",
  words: [0, 0],
  options: ["team", "email", "role"],
  isForClusters: true,
  async run(context) {
    const { options } = context;
    const member = {
      team: required(options, "team"),
      email: required(options, "email"),
      role: required(options, "role"),
    };
    const added = await withOperator(context, (fleet) => addMember(fleet, member));
    return { json: added, text: `${member.email} is ${member.role} of ${member.team}.` };
  },
};
