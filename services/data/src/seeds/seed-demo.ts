import { platformContext } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { InternalHandler, SeededDemo } from "../../gen/rpc.ts";
import { articles } from "../articles/article.ts";
import { artifacts } from "../artifacts/artifact.ts";
import { articleExamples } from "./article-examples.ts";
import { artifactExamples } from "./artifact-examples.ts";
import { lockSeeds, seededOnce } from "./seeded-once.ts";
import { seedBases } from "./seed-bases.ts";
import { seedFiles, storeExamples, type StoredExamples } from "./seed-files.ts";
import { seedTables } from "./seed-tables.ts";

/** Kinds of seeds with the module that each needs, in the order in which one names the other. */
const plurals = ["files", "articles", "artifacts", "bases", "tables"] as const;

/** Makes the examples of every module that is on, once; what was deleted since does not come back. */
export const seedDemo: InternalHandler<"SeedDemo"> = async ({ team_id }, call) => {
  const teamId = team_id.toLowerCase();
  const modules = await call.deps.modulesOf(teamId, call.hop);
  if (modules === undefined) throw notFound();
  const { store, database } = call.deps;
  const stored = modules.includes("files") ? await storeExamples(store, teamId, new Date()) : [];
  const { result } = await database.write(platformContext(teamId, call), async (tx) => {
    await lockSeeds(tx);
    const made: SeededDemo = {};
    let files: readonly (string | undefined)[] = [];
    for (const plural of plurals.filter((one) => modules.includes(one))) {
      const ids = await seededOnce(tx, plural, () => make(tx, stored, plural, files));
      if (plural === "files") files = await liveOf(tx, ids);
      made[plural] = [...ids];
    }
    return made;
  });
  return { body: { ...result } };
};

async function make(
  tx: TeamTx,
  stored: StoredExamples,
  plural: (typeof plurals)[number],
  [picture, , terms, offer, , , ...receipts]: readonly (string | undefined)[],
): Promise<readonly string[]> {
  const now = new Date();
  switch (plural) {
    case "files":
      return seedFiles(tx, stored);
    case "articles":
      return inserted(tx, articles, articleExamples(now, picture));
    case "artifacts":
      return inserted(tx, artifacts, artifactExamples(now, offer));
    case "bases":
      return seedBases(tx, now, terms);
    case "tables":
      return seedTables(tx, now, { offer, receipts: receipts.filter((id) => id !== undefined) });
  }
}

async function inserted(
  tx: TeamTx,
  resource: typeof articles | typeof artifacts,
  examples: readonly object[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const example of examples) {
    const draft = resource.draft(example) as never;
    const { body } = await resource.insert(tx, draft, { baseUrl: "" });
    ids.push((JSON.parse(body as string) as { id: string }).id);
  }
  return ids;
}

/** Returns the live files among these, each at its index. */
async function liveOf(tx: TeamTx, ids: readonly string[]): Promise<(string | undefined)[]> {
  const live = await tx.query<{ id: string }>({
    name: "data.seeds.live_files",
    text: "select f.id from data.files f where f.team_id = $1 and f.id = any($2::uuid[]) and f.deleted_at is null",
    values: [tx.context.teamId, ids],
  });
  return ids.map((id) => live.find((one) => one.id === id)?.id);
}
