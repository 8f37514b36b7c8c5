import { openRunning } from "../fleet.ts";
import { OperatorError } from "../operator-error.ts";
import { createTeam } from "../teams.ts";
import type { Command } from "./command.ts";

/** Creates the team in auth and what it needs in the other services. */
export const teamCreate: Command = {
  name: "team create",
  usage: "SLUG [--isolated]",
  summary: "Creates a team; its first token is minted with `jst token mint`.",
  words: [1, 1],
  flags: ["isolated"],
  async run({ settings, words: [slug = ""], options }) {
    if (options["isolated"] !== undefined) {
      throw new OperatorError(
        "An isolated team needs a fleet of its own on Kubernetes, which this version does not install yet.",
      );
    }
    const team = await createTeam(await openRunning(settings), { slug });
    return { json: team, text: `Created the team ${team.slug} (${team.id}).` };
  },
};
