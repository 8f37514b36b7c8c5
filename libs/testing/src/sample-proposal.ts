import { randomUUID } from "node:crypto";
import { insertComment, insertLeft, insertProposal, insertVote, storeVersion } from "@jst/changes";
import type { TeamTx } from "@jst/db";

/**
 * Stores an edited proposal of nothing with a comment, an approval and a record that an undo has left, so that a service's tables of changesets
 * have rows of the team.
 */
export async function insertSampleProposal(tx: TeamTx): Promise<void> {
  const request = { path: {}, query: {}, body: {} };
  const uuid = randomUUID();
  await insertProposal(tx, uuid, { rpc: "", request, summary: "", operations: [] });
  const { teamId, tokenId, actorType, actorId } = tx.context;
  await tx.query(insertComment(teamId, uuid, { text: "sample", mentions: [], tokenId, actorType, actorId }));
  await insertVote(tx, { id: uuid }, { memberId: uuid, actorType, tokenId });
  await insertLeft(tx, uuid, [{ resource: "", id: uuid, fields: [] }]);
  await storeVersion(tx, uuid, { request, summary: "", operations: [], by: { type: "human", id: uuid } });
}
