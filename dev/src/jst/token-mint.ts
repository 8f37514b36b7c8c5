import { OperatorError } from "../operator-error.ts";
import { mintToken, type NewToken } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Prints the value once; it can be read nowhere afterwards. */
export const tokenMint: Command = {
  name: "token mint",
  usage: "--team SLUG --type service|human|break_glass [--name N] [--scopes JSON] [--member E] [--reason R]",
  summary:
    "Mints an API token and prints it; human and break_glass need --member, break_glass needs --reason.",
  words: [0, 0],
  options: ["team", "type", "name", "scopes", "member", "reason"],
  isForClusters: true,
  async run(context) {
    const { options } = context;
    const { name, member, reason } = options;
    const scopes = readScopes(options["scopes"]);
    const token: NewToken = {
      team: required(options, "team"),
      type: required(options, "type"),
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(member !== undefined && { member }),
      ...(reason !== undefined && { reason }),
    };
    const minted = await withOperator(context, (fleet) => mintToken(fleet, token));
    return { json: minted, text: minted.value };
  },
};

function readScopes(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const example = `'[{"resource":"contacts","actions":["read"]}]'`;
    throw new OperatorError(`--scopes is not JSON; write it like ${example}.`, { exitCode: 2 });
  }
}
