import { callOperator } from "../operator.ts";
import { teamIdOf } from "../teams.ts";
import type { Answer, Command, CommandContext } from "./command.ts";
import { objectIn } from "./object-in.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Calls an rpc by which the operator stands in for a member (review.members-alone); answers the packet's id. */
async function write(context: CommandContext, method: string, body: object): Promise<Answer> {
  const slug = required(context.options, "team");
  const json = await withOperator(context, async (fleet) => {
    const rpc = { owner: "crm", service: "crm.v1.Review", method };
    return callOperator(fleet, rpc, { ...body, team_id: await teamIdOf(fleet, slug) });
  });
  return { json, text: String(json["id"]) };
}

const packetOf = ({ options }: CommandContext) => ({ packet_id: required(options, "packet") });
const reviewerOf = ({ options }: CommandContext) => ({ reviewer: required(options, "reviewer") });

const create: Command = {
  name: "review create",
  usage: "--team SLUG FILE",
  summary: "Makes a review packet of a JSON file: title, reviewers by their e-mail, items.",
  words: [1, 1],
  options: ["team"],
  isForClusters: true,
  run: async (context) => write(context, "CreatePacket", await objectIn(context.words[0] ?? "")),
};

const edit: Command = {
  name: "review edit",
  usage: "--team SLUG --packet ID --status draft|in_review|closed",
  summary: "Opens a review packet for review, closes it, or makes it a draft again.",
  words: [0, 0],
  options: ["team", "packet", "status"],
  isForClusters: true,
  run: (context) =>
    write(context, "EditPacket", { ...packetOf(context), status: required(context.options, "status") }),
};

const bump: Command = {
  name: "review bump",
  usage: "--team SLUG --packet ID",
  summary: "Begins the next walkthrough of a review packet: signatures so far are stale.",
  words: [0, 0],
  options: ["team", "packet"],
  isForClusters: true,
  run: (context) => write(context, "BumpPacket", packetOf(context)),
};

const sign: Command = {
  name: "review sign",
  usage: "--team SLUG --packet ID --reviewer EMAIL --verdict approve|request_changes|abstain [--note TEXT]",
  summary: "Signs the current walkthrough of a review packet for a reviewer.",
  words: [0, 0],
  options: ["team", "packet", "reviewer", "verdict", "note"],
  isForClusters: true,
  run: (context) => {
    const { note } = context.options;
    const verdict = required(context.options, "verdict");
    const more = note === undefined ? {} : { note };
    return write(context, "SignPacket", { ...packetOf(context), ...reviewerOf(context), verdict, ...more });
  },
};

const answer: Command = {
  name: "review answer",
  usage: "--team SLUG --packet ID --reviewer EMAIL FILE",
  summary: "Saves a reviewer's answers of a JSON file, by the ids of the items, in place of those before.",
  words: [1, 1],
  options: ["team", "packet", "reviewer"],
  isForClusters: true,
  run: async (context) => {
    const answers = await objectIn(context.words[0] ?? "");
    return write(context, "AnswerPacket", { ...packetOf(context), ...reviewerOf(context), answers });
  },
};

/** Commands on review packets for members who do not sign in. */
export const reviewCommands: readonly Command[] = [create, edit, bump, sign, answer];
