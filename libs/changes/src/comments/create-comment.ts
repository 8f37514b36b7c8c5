import { AppError, validationFailed } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid } from "../access.ts";
import { readChangeset } from "../reading.ts";
import { recordAct } from "../audit.ts";
import type { Deps } from "../deps.ts";
import { mentionOf, noticeMention } from "./mention.ts";
import { COMMENTS_MAX, insertComment, lockComments, type CommentRow } from "./queries.ts";

/** Adds a comment to a changeset that the caller may read; the members whom it mentions may read it from then on. */
export const createComment: Handler<"CreateComment"> = async ({ path, body }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  if (call.caller.role === "viewer")
    throw new AppError(
      "viewer_read_only",
      "You have the role viewer, which cannot comment. Ask an owner or admin to change your role.",
    );
  const stored = await readChangeset(call, uuid);
  const mentions = await activeMentions(call, body.mentions ?? []);
  const mention = mentions.length === 0 ? undefined : await mentionOf(call, stored, mentions);
  const { teamId, tokenId, actorType, actorId } = call.context;
  return call.write(async (tx) => {
    tx.precede(lockComments(teamId, uuid));
    const comment = { text: body.text, mentions, tokenId, actorType, actorId };
    const [row] = await tx.query<CommentRow>(insertComment(teamId, uuid, comment));
    if (row === undefined)
      throw new AppError(
        "limit_reached",
        `This changeset already has ${COMMENTS_MAX} comments, which is the maximum. No more can be added.`,
      );
    if (mention !== undefined) noticeMention(tx, mention);
    recordAct(tx, call.context, { act: "comment", id: `${call.deps.service}_${uuid}` });
    return { body: { ...row.comment }, isUnchanged: true };
  });
};

/** Returns the ids, each once. Throws 422 at the place of each that is not an active member of the team. */
async function activeMentions(
  { caller, deps, hop }: Pick<Call<Deps>, "caller" | "deps" | "hop">,
  mentions: readonly string[],
): Promise<string[]> {
  if (mentions.length === 0) return [];
  const ids = mentions.map((id) => id.toLowerCase());
  const active = await deps.activeMembers(caller.team_id, ids, hop);
  const faults = ids.flatMap((id, place) => (active.has(id) ? [] : [unknownAt(place)]));
  if (faults.length > 0) throw validationFailed(faults);
  return [...new Set(ids)];
}

function unknownAt(place: number) {
  const message = "No active member of your team has this id. Check the id.";
  return { field: `mentions.${place}`, code: "not_found", message } as const;
}
