import type { TeamTx } from "@jst/db";
import type { StoredChangeset } from "../queries.ts";

/** Approval of a member, who decides by a token or session. */
export interface NewVote {
  memberId: string;
  actorType: string;
  tokenId: string;
}

/** Stores an approval of a version; false where the member has approved it before. */
export async function insertVote(
  tx: TeamTx,
  { id }: Pick<StoredChangeset, "id">,
  { memberId, actorType, tokenId }: NewVote,
): Promise<boolean> {
  const rows = await tx.query({
    name: "changeset_vote",
    text: `insert into changeset_votes (team_id, changeset_id, version, member_id, actor_type, token_id)
      select c.team_id, c.id, c.version, $3, $4, $5 from changesets c where c.team_id = $1 and c.id = $2
      on conflict (team_id, changeset_id, version, member_id) do nothing
      returning member_id`,
    values: [tx.context.teamId, id, memberId, actorType, tokenId],
  });
  return rows.length > 0;
}

/** Marks approvals of a version by members who may no longer decide: they do not count. */
export async function discountVotes(
  tx: TeamTx,
  { id }: Pick<StoredChangeset, "id">,
  eligible: readonly string[],
): Promise<void> {
  await tx.query({
    name: "changeset_votes_discount",
    text: `update changeset_votes v set counted = false from changesets c
      where v.team_id = $1 and v.changeset_id = $2 and c.team_id = $1 and c.id = $2 and v.version = c.version
        and not v.member_id = any($3::uuid[])`,
    values: [tx.context.teamId, id, eligible],
  });
}
