import { randomUUID } from "node:crypto";
import { insertProposal } from "@jst/changes";
import type { TeamTx } from "@jst/db";

/** Stores a proposal of nothing, so that a service's table of changesets has a row of the team. */
export async function insertSampleProposal(tx: TeamTx): Promise<void> {
  const request = { path: {}, query: {}, body: {} };
  await insertProposal(tx, randomUUID(), { rpc: "", request, summary: "", operations: [] });
}
