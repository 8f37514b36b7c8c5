import { isolatedValues, namespaceOf } from "../charts/isolated-values.ts";
import { OperatorError } from "../operator-error.ts";
import { createTeam } from "../teams.ts";
import type { Answer, Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

/**
 * Creates the team in auth and what it needs in the other services; an isolated one is a fleet of its own to install.
 */
export const teamCreate: Command = {
  name: "team create",
  usage: "SLUG [--isolated [--base-url URL]]",
  summary:
    "Creates a team; its first token is minted with `jst token mint`. --isolated prints the values of the fleet to install for it alone.",
  words: [1, 1],
  flags: ["isolated"],
  options: ["base-url"],
  isForClusters: true,
  async run(context) {
    const {
      words: [slug = ""],
      options,
    } = context;
    if (options["isolated"] !== undefined) return isolated(slug, options["base-url"] ?? "");
    const team = await withOperator(context, (fleet) => createTeam(fleet, { slug }));
    return { json: team, text: `Created the team ${team.slug} (${team.id}).` };
  },
};

/** A namespace, a release and a topic are named after the slug, so it is held to what all of them take. */
function isolated(slug: string, baseUrl: string): Answer {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(slug))
    throw new OperatorError(`"${slug}" is no slug: up to 40 of a-z, 0-9 and - inside.`, { exitCode: 2 });
  if (baseUrl !== "" && !/^https:\/\/[^/ ]+$/.test(baseUrl))
    throw new OperatorError("--base-url must be https and without a path: https://acme.example.com.", {
      exitCode: 2,
    });
  const values = isolatedValues({ slug, baseUrl });
  return { json: { slug, namespace: namespaceOf(slug), values }, text: values.trimEnd() };
}
