import { OperatorError } from "../operator-error.ts";
import { callOperator, type OperatorTarget } from "../operator.ts";
import { addMember, authRpc, teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";
import { required } from "./parse.ts";

/** Fills one domain of a team; answers ids by the plural of what they are of. Again, it makes nothing. */
type Seeder = (fleet: OperatorTarget, team: { slug: string; id: string }) => Promise<Record<string, unknown>>;

const byCrm =
  (method: string): Seeder =>
  (fleet, { id }) =>
    callOperator(fleet, { owner: "crm", service: "crm.v1.Seeds", method }, { team_id: id });

const byEmr =
  (method: string): Seeder =>
  (fleet, { id }) =>
    callOperator(fleet, { owner: "emr", service: "emr.v1.Seeds", method }, { team_id: id });

/** Reviewers of the example packets: members of the lowest role, nobody real. */
const reviewers = ["mara.reviews@example.com", "jon.reviews@example.com", "guest.reviews@example.com"];

const review: Seeder = async (fleet, { slug, id }) => {
  for (const email of reviewers) await addMember(fleet, { team: slug, email, role: "viewer" });
  return callOperator(
    fleet,
    { owner: "crm", service: "crm.v1.Seeds", method: "SeedReview" },
    { team_id: id, reviewers },
  );
};

/** Host of the example bookings: a member, nobody real. */
const host = "grace.host@example.com";

const scheduling: Seeder = async (fleet, { slug, id }) => {
  const { id: host_id } = await addMember(fleet, { team: slug, email: host, role: "member" });
  const seeds = { owner: "scheduling", service: "scheduling.v1.Seeds", method: "SeedScheduling" };
  return callOperator(fleet, seeds, { team_id: id, host_id });
};

/** Seeder of each domain that has one; its name is that of its module. */
const domains: Readonly<Record<string, Seeder>> = {
  forms: byCrm("SeedForms"),
  review,
  workflows: byCrm("SeedWorkflows"),
  comms: (fleet, { id }) =>
    callOperator(fleet, { owner: "comms", service: "comms.v1.Seeds", method: "SeedComms" }, { team_id: id }),
  scheduling,
  emr: byEmr("SeedEmr"),
  wellness: byEmr("SeedWellness"),
  commerce: (fleet, { id }) =>
    callOperator(
      fleet,
      { owner: "commerce", service: "commerce.v1.Seeds", method: "SeedCommerce" },
      { team_id: id },
    ),
};

/** Every domain whose module the team has on: files and knowledge, tables, and those that can be filled alone. */
const demo: Seeder = async (fleet, team) => {
  const { modules } = await callOperator(fleet, findTeam, { team_id: team.id });
  let made = await callOperator(fleet, seedDemo, { team_id: team.id });
  for (const [module, seeder] of Object.entries(domains))
    if ((modules as string[]).includes(module)) made = { ...made, ...(await seeder(fleet, team)) };
  return made;
};
const findTeam = { owner: "auth", service: "auth.v1.Identities", method: "FindTeam" };
const seedDemo = { owner: "data", service: "data.v1.Seeds", method: "SeedDemo" };

const seeders: Readonly<Record<string, Seeder>> = { ...domains, demo };

/** Fills a team with examples; it may be run twice (operation.seeds). */
export const seed: Command = {
  name: "seed",
  usage: `--team SLUG ${Object.keys(seeders).join("|")}`,
  summary:
    "Fills a domain of a team with a few examples, or (demo) each that is on; once, and prints their ids.",
  words: [1, 1],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const {
      options,
      words: [domain = ""],
    } = context;
    const slug = required(options, "team");
    const seeder = seederOf(domain);
    const made = await withOperator(context, async (fleet) => filled(fleet, seeder, slug));
    const lines = Object.entries(made).map(
      ([plural, ids]) => `${plural}: ${(ids as unknown[]).map(idOf).join(" ")}`,
    );
    return { json: made, text: lines.join("\n") };
  },
};

/** A team with examples needs no first steps (console.first-steps). */
async function filled(fleet: OperatorTarget, seeder: Seeder, slug: string): ReturnType<Seeder> {
  const made = await seeder(fleet, { slug, id: await teamIdOf(fleet, slug) });
  await callOperator(fleet, authRpc("SetConfig"), {
    team: slug,
    key: "console.first_steps",
    value: "hidden",
  });
  return made;
}

/** An id, or that of an object which tells more. */
function idOf(made: unknown): string {
  return typeof made === "string" ? made : (made as { id: string }).id;
}

function seederOf(domain: string): Seeder {
  const seeder = Object.hasOwn(seeders, domain) ? seeders[domain] : undefined;
  if (seeder !== undefined) return seeder;
  throw new OperatorError(`There is nothing to seed named "${domain}": ${Object.keys(seeders).join(", ")}.`, {
    exitCode: 2,
  });
}
