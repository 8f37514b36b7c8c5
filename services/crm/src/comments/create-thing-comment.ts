import { uuidv7, type TeamTx } from "@jst/db";
import { AppError, validationFailed, type FieldError } from "@jst/errors";
import { type Call, isUuid } from "@jst/rpc";
import type { Handler, ThingComment, ThingCommentCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { addToChangeset, CHANGESET } from "./changeset-comments.ts";
import { comments, type CommentColumns } from "./comment.ts";
import { newlyNoticed, noticeMentions } from "./notices.ts";
import type { FoundThing } from "./thing.ts";
import { unknownThing } from "./things.ts";
import { readMentions, rendered } from "./written.ts";

/** Comments that one thing has at most. */
const COMMENTS_MAX = 2_000;

/** Adds a comment to a thing that the caller may read; one on a changeset is the changeset's own. */
export const createThingComment: Handler<"CreateThingComment"> = async ({ body }, call) => {
  if (body.resource === CHANGESET) return addToChangeset(body, call);
  const { thing, mentions, parent } = await judged(body, call);
  const html = await rendered(body.text, call);
  const columns = { html, mentions, author_member_id: call.caller.member_id ?? null };
  return call.write(async (tx) => {
    await requireRoom(tx, thing);
    const hidden: CommentColumns = {
      ...columns,
      noticed: newlyNoticed(mentions, []),
      ...{ resolved_at: null, resolved_by: null, edited_at: null },
    };
    const id = uuidv7();
    const members = { ...thing, parent_id: parent?.id ?? null, text: body.text };
    if (parent !== undefined) await reopen(tx, parent.id);
    noticeMentions(tx, { id, thing, mentions }, []);
    return comments.insert(tx, { ...comments.draft(members), ...hidden, id }, call);
  });
};

// Comments on changesets are direct writes of their own (trust.comments).
createThingComment.isNeverProposed = ({ resource }) => resource === CHANGESET;

// The stored reply has the text, which only readers of the thing are shown.
createThingComment.beforeRepeat = async ({ body }, call) => {
  if ((await call.deps.things.find(body, call)) === undefined) throw validationFailed([unknownThing(body)]);
};

/** Finds what the body names; throws validation_failed with every fault of it. */
async function judged(body: ThingCommentCreate, call: Call<Deps>) {
  const [thing, { mentions, faults }] = await Promise.all([
    call.deps.things.find(body, call),
    readMentions(body.mentions ?? [], body.resource, call),
  ]);
  const parent = thing && body.parent_id ? await parentOf(body.parent_id, thing, call) : undefined;
  const all: FieldError[] = [
    ...(thing === undefined ? [unknownThing(body)] : []),
    ...(parent !== undefined && "code" in parent ? [parent] : []),
    ...faults,
  ];
  if (all.length > 0 || thing === undefined) throw validationFailed(all);
  return { thing, mentions, parent: parent as ThingComment | undefined };
}

/** Finds the first comment on the same thing that a comment replies to, or what is wrong with it. */
async function parentOf(id: string, thing: FoundThing, call: Call<Deps>): Promise<ThingComment | FieldError> {
  const field = "parent_id";
  const [row] = isUuid(id) ? await call.read<Found>(comments.store.find(call.caller.team_id, id)) : [];
  const found = row && (JSON.parse(row.body) as ThingComment);
  if (found === undefined || !isOn(found, thing))
    return { field, code: "not_found", message: "This thing has no comment with this id. Check the id." };
  if (found.parent_id === null) return found;
  const message = "This comment is a reply. Reply to the first comment instead.";
  return { field, code: "invalid", message };
}

interface Found extends Record<string, unknown> {
  body: string;
}

const isOn = (comment: ThingComment, { resource, resource_id: id, table_id: table }: FoundThing): boolean =>
  comment.resource === resource && comment.resource_id === id && comment.table_id === table;

/** Has comments on one thing be added one after the other; throws limit_reached where it has as many as it may. */
async function requireRoom(tx: TeamTx, { resource, resource_id: id }: FoundThing): Promise<void> {
  const { teamId } = tx.context;
  tx.precede({
    name: "crm.comments.turn",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`thing ${teamId} ${resource} ${id}`],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "crm.comments.count",
    text: `select count(*)::int as count from crm.comments
      where team_id = $1 and resource = $2 and resource_id = $3 and deleted_at is null`,
    values: [teamId, resource, id],
  });
  if ((row?.count ?? 0) < COMMENTS_MAX) return;
  const detail = `This already has ${COMMENTS_MAX.toLocaleString("en")} comments, which is the maximum. Delete some first.`;
  throw new AppError("limit_reached", detail);
}

/** Opens a first comment again; one that was deleted meanwhile stays so. */
async function reopen(tx: TeamTx, id: string): Promise<void> {
  const locked = await comments.store.lock(tx, id);
  if (locked === undefined || locked.item.resolved_at === null) return;
  await comments.apply(tx, id, { members: {}, hidden: { resolved_at: null, resolved_by: null } }, undefined);
}
