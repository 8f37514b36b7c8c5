import type { TeamTx } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import { publish } from "@jst/events";
import { resourcePage, type CursorCodec, type ListParameters } from "@jst/query";
import { isUuid, type Call, type Reply, type RpcHandler } from "@jst/rpc";
import * as queries from "./queries.ts";
import type { Note, NoteRow, NoteValues } from "./queries.ts";

/** Dependencies of the handlers. */
export interface NotesDeps {
  cursors: CursorCodec;
}

type ById = { note_id: string };
type Nothing = Record<string, never>;
type Handler<Path, Query, Body> = RpcHandler<Path, Query, Body, NotesDeps>;

/** Stores a note with its event. */
export const createNote: Handler<Nothing, Nothing, Partial<NoteValues>> = ({ body }, call) =>
  call.write(async (tx) => {
    const created = await queries.insertNote(tx, { ...blank, ...body });
    // Event types are those of the product; any serves here.
    publish(tx, { type: "contact.created", id: created.id, object: created.body });
    return replyOf(created, { location: `${call.baseUrl}/api/v1/notes/${created.id}` });
  });

/** Answers one note; 304 when the caller has this version. */
export const getNote: Handler<ById, Nothing, undefined> = async ({ path }, call) => {
  const [row] = await call.read<NoteRow>(queries.findNote(call.caller.team_id, idOf(path)));
  if (row === undefined) throw notFound();
  return call.isKnown(row.version) ? { ...replyOf(row), status: 304 } : replyOf(row);
};

/** Merges the body into the note; one after which it reads as before writes nothing. */
export const updateNote: Handler<ById, Nothing, Partial<NoteValues>> = ({ path, body }, call) =>
  call.write(async (tx) => {
    const before = await lockedNote(tx, path, call);
    const isSame = Object.entries(body).every(([name, value]) => before[name as keyof Note] === value);
    if (isSame) return { ...(await unchanged(tx, before)), isUnchanged: true };
    return replyOf(await queries.updateNote(tx, before.id, { ...before, ...body }));
  });

/** Archives the note; archiving again changes nothing. */
export const archiveNote: Handler<ById, Nothing, undefined> = ({ path }, call) =>
  call.write(async (tx) => {
    const before = await lockedNote(tx, path, call);
    if (before.archived_at !== null) return { ...(await unchanged(tx, before)), isUnchanged: true };
    return replyOf(await queries.archiveNote(tx, before.id));
  });

/** Answers one page of the team's notes. */
export const listNotes: Handler<Nothing, ListParameters & { archived?: string }, undefined> = async (
  { query },
  call,
) => ({
  body: await resourcePage(queries.noteList(call.caller.team_id), { archived: "false", ...query }, call),
});

const blank = { title: "", slug: null, text: null, color: null, custom: {} };

function idOf({ note_id: id }: ById): string {
  if (!isUuid(id)) throw notFound();
  return id;
}

async function lockedNote(tx: TeamTx, path: ById, { ifMatch }: Call<NotesDeps>): Promise<Note> {
  const note = await queries.lockNote(tx, idOf(path));
  if (note === undefined) throw notFound();
  if (ifMatch === undefined || ifMatch === note.version) return note;
  throw new AppError("version_conflict", "The note was changed after you read it. Read it again.");
}

async function unchanged(tx: TeamTx, { id }: Note): Promise<Reply> {
  const [row] = await tx.query<NoteRow>(queries.findNote(tx.context.teamId, id));
  if (row === undefined) throw notFound();
  return replyOf(row);
}

function replyOf({ body, version }: NoteRow, headers: Record<string, string> = {}): Reply {
  return { body, headers: { ...headers, etag: `"${version}"` } };
}
