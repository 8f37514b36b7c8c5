import { AppError, validationFailed, type FieldError, type Problem } from "@jst/errors";
import type { Call, Reply, UpstreamReply } from "@jst/rpc";
import { changesetComments } from "../../gen/things.ts";
import type { CommentMention, ListCommentsQuery, ThingComment, ThingCommentCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import type { FoundThing } from "./thing.ts";
import { unknownThing } from "./things.ts";
import { readMentions, rendered } from "./written.ts";

/** Noun of the things whose comments are kept with them (trust.comments). */
export const CHANGESET = "changeset";

/** Comment as changesets show it. */
interface ChangesetComment {
  id: string;
  text: string;
  mentions: string[];
  created_by: ThingComment["created_by"];
  created_at: string;
}

/** Answers one page of the comments on a changeset, in the form of all comments. None of them is ever resolved. */
export async function listOfChangeset(
  { resource_id: id }: FoundThing,
  { limit, cursor, resolved }: ListCommentsQuery,
  call: Call<Deps>,
): Promise<Reply> {
  if (resolved === "true") return { body: { comments: [], next_cursor: null, has_more: false } };
  const given = Object.entries({ limit, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const called = changesetComments.ListComments;
  const path = { changeset_id: id };
  const reply = await call.deps.things.send(
    { called, path, search: search === "" ? "" : `?${search}` },
    call,
  );
  const page = answerOf(reply) as { comments: ChangesetComment[] };
  const mentioned = await namedIn(page.comments, call);
  const comments: ThingComment[] = [];
  // One text after the other: the renderer takes few of one team at a time.
  for (const one of page.comments) comments.push(await shown(id, one, mentioned, call));
  return { body: { ...page, comments } };
}

/** Adds the comment to the changeset as its caller, by the changeset's own rpc; a preview adds nothing. */
export async function addToChangeset(body: ThingCommentCreate, call: Call<Deps>): Promise<Reply> {
  const thing = await call.deps.things.find(body, call);
  const faults: FieldError[] = thing === undefined ? [unknownThing(body)] : [];
  if (typeof body.parent_id === "string")
    faults.push({ field: "parent_id", code: "invalid", message: "Comments on changes have no replies." });
  if (faults.length > 0 || thing === undefined) throw validationFailed(faults);
  if (call.isPreview === true) return { body: {}, isUnchanged: true };
  const { text, mentions = [] } = body;
  const path = { changeset_id: thing.resource_id };
  const key = call.idempotencyKey;
  const sent = { called: changesetComments.CreateComment, path, body: JSON.stringify({ text, mentions }) };
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const made = answerOf(await call.deps.things.send({ ...sent, headers }, call)) as ChangesetComment;
  const comment = await shown(thing.resource_id, made, await namedIn([made], call), call);
  return { body: { ...comment }, isUnchanged: true };
}

/** Returns the JSON of a reply; throws the refusal of the service as it is. */
function answerOf({ status, body }: UpstreamReply): unknown {
  const json: unknown = JSON.parse(body.toString());
  if (status < 400) return json;
  const { code, detail, errors } = json as Problem;
  throw new AppError(code as ConstructorParameters<typeof AppError>[0], detail, errors ? { errors } : {});
}

type Mentioned = ReadonlyMap<string, CommentMention>;

/** Finds the members whom the comments mention; one who has left the team stays without a name. */
async function namedIn(comments: readonly ChangesetComment[], call: Call<Deps>): Promise<Mentioned> {
  const ids = [...new Set(comments.flatMap(({ mentions }) => mentions))];
  const { mentions } = await readMentions(ids, CHANGESET, call);
  return new Map(mentions.map((mention) => [mention.member_id, mention]));
}

async function shown(
  resource_id: string,
  { id, text, mentions, created_by, created_at }: ChangesetComment,
  mentioned: Mentioned,
  call: Call<Deps>,
): Promise<ThingComment> {
  return {
    ...{ id, resource: CHANGESET, resource_id, table_id: null, parent_id: null, text },
    html: await rendered(text, call),
    mentions: mentions.map(
      (member_id) => mentioned.get(member_id) ?? { member_id, name: "", notified: true },
    ),
    ...{ resolved_at: null, resolved_by: null, edited_at: null },
    ...{ created_at, updated_at: created_at, created_by, version: 1 },
  };
}
