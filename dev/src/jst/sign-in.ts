import { signInLink } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Prints the link once; it can be read nowhere afterwards. */
export const signIn: Command = {
  name: "sign-in",
  usage: "--team SLUG --member E",
  summary: "Makes a link that signs a member in once, within 15 minutes, and prints it.",
  words: [0, 0],
  options: ["team", "member"],
  isForClusters: true,
  async run(context) {
    const { options } = context;
    const who = { team: required(options, "team"), member: required(options, "member") };
    const link = await withOperator(context, (fleet) => signInLink(fleet, who));
    return { json: link, text: link.url };
  },
};
