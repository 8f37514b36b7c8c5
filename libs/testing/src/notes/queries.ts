import { one, isConstraint, type Row, type Statement, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { ListParameters, ResourceList } from "@jst/query";
import { fieldsOf, sortText } from "@jst/query";

/** Members of a note that a caller sends. */
export interface NoteValues {
  title: string;
  slug: string | null;
  text: string | null;
  color: string | null;
  custom: Readonly<Record<string, unknown>>;
}

/** A note as the API has it. */
export interface Note extends NoteValues {
  id: string;
  archived_at: string | null;
  version: number;
}

/** A note as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface NoteRow extends Row {
  id: string;
  version: number;
  body: string;
}

const NOTE_JSON = `(select row_to_json(r) from (select n.id, n.title, n.slug, n.text, n.color, n.custom,
  n.archived_at, n.created_at, json_build_object('type', n.created_by_type, 'id', n.created_by_id) as created_by,
  n.version) r)`;
const REPLY = `n.id, n.version, ${NOTE_JSON}::text as body`;
const COLUMNS = "title, slug, text, color, custom";
const VALUES = "v.title, v.slug, v.text, v.color, v.custom";

/** The list of the team's notes. */
export const noteList = (teamId: string): ResourceList<ListParameters & { archived?: string }> => ({
  plural: "notes",
  route: "notes.v1.Notes/ListNotes",
  from: "notes n",
  item: NOTE_JSON,
  fields: fieldsOf(
    { name: "id", kind: "uuid", sql: "n.id", notNull: true },
    { name: "created_at", kind: "datetime", sql: "n.created_at", notNull: true },
    { name: "version", kind: "number", sql: "n.version", notNull: true },
    { name: "title", kind: "text", sql: "n.title", sort: sortText("n.title"), notNull: true },
    { name: "color", kind: "text", sql: "n.color", sort: sortText("n.color") },
  ),
  where: (params) => [`n.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    archived: (value) => `(n.archived_at is not null) = ${value === "true" ? "true" : "false"}`,
  },
});

/** Reads one note. */
export function findNote(teamId: string, id: string): Statement {
  const text = `select ${REPLY} from notes n where n.team_id = $1 and n.id = $2`;
  return { name: "notes.find", text, values: [teamId, id] };
}

/** Stores a new note; a slug that another note has is 409. */
export function insertNote(tx: TeamTx, values: NoteValues): Promise<NoteRow> {
  const { teamId, actorType, actorId } = tx.context;
  const text = `insert into notes as n (team_id, ${COLUMNS}, created_by_type, created_by_id)
    select $1, ${VALUES}, $3, $4 from jsonb_populate_record(null::notes, $2::jsonb) v returning ${REPLY}`;
  return unlessTaken(
    tx.query<NoteRow>({ name: "notes.insert", text, values: [teamId, values, actorType, actorId] }),
  );
}

/** Reads a note that no other transaction may write until this one ends. */
export async function lockNote(tx: TeamTx, id: string): Promise<Note | undefined> {
  const text = `select ${NOTE_JSON} as note from notes n where n.team_id = $1 and n.id = $2 for update`;
  const [row] = await tx.query<{ note: Note }>({ name: "notes.lock", text, values: [tx.context.teamId, id] });
  return row?.note;
}

/** Stores a locked note's next state. */
export function updateNote(tx: TeamTx, id: string, values: NoteValues): Promise<NoteRow> {
  const text = `update notes n set (${COLUMNS}) = (select ${VALUES} from jsonb_populate_record(null::notes, $3::jsonb) v),
    version = n.version + 1 where n.team_id = $1 and n.id = $2 returning ${REPLY}`;
  return unlessTaken(
    tx.query<NoteRow>({ name: "notes.update", text, values: [tx.context.teamId, id, values] }),
  );
}

/** Archives a locked note. */
export async function archiveNote(tx: TeamTx, id: string): Promise<NoteRow> {
  const text = `update notes n set archived_at = now(), version = n.version + 1
    where n.team_id = $1 and n.id = $2 returning ${REPLY}`;
  return one(await tx.query<NoteRow>({ name: "notes.archive", text, values: [tx.context.teamId, id] }));
}

async function unlessTaken(stored: Promise<NoteRow[]>): Promise<NoteRow> {
  try {
    return one(await stored);
  } catch (error) {
    if (!isConstraint(error, "notes_slug_taken")) throw error;
    throw new AppError("slug_taken", "Another note has this slug.", { cause: error });
  }
}
