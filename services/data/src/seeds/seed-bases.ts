import type { TeamTx } from "@jst/db";
import { bases } from "../bases/base.ts";
import { insertBlocks } from "../bases/block-queries.ts";
import { baseExamples } from "./base-examples.ts";

/** Stores the example bases with their blocks. */
export async function seedBases(tx: TeamTx, now: Date, terms: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (const { base, blocks } of baseExamples(now, terms)) {
    const { body } = await bases.insert(tx, bases.draft(base), { baseUrl: "" });
    const { id } = JSON.parse(body as string) as { id: string };
    await insertBlocks(tx, id, blocks);
    ids.push(id);
  }
  return ids;
}
