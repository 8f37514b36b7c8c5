import type { Database, Row, TeamTx } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { digestOf, embeddedText } from "./embedded-text.ts";
import type { EmbeddedTexts } from "./embedders.ts";
import type { SearchSources } from "./source.ts";
import { holdIndex, stepContext } from "./store-entries.ts";
import { classOf, sizeOf, vectorText } from "./vectors.ts";

/** Texts that are sent at once. */
const BATCH = 32;

/** An address that refuses this refuses everything, for a reason of its own: the texts wait. */
const HARMLESS = "text";

/** One step of making vectors. */
export interface Embedding {
  database: Pick<Database, "write">;
  embed: (texts: readonly string[]) => Promise<EmbeddedTexts>;
  logger: Logger;
  sources: SearchSources;
  teamId: string;
  /** Embedder of the team's vectors. */
  embedder: string;
}

/** Entry without its vector, and the time of its request. */
interface PendingEntry extends Row {
  kind: string;
  parent_id: string;
  id: string;
  asked_at: string;
}

/** Entry with its text. */
interface EntryText {
  waiting: PendingEntry;
  text: string;
}

/** Has all vectors of the team made by this embedder, and those of another one thrown away. */
export async function beginVectors(tx: TeamTx, { schema }: SearchSources, embedder: string): Promise<void> {
  const { teamId } = tx.context;
  await holdIndex(tx, schema);
  await run(tx, `delete from ${schema}.search_vectors v where v.team_id = $1`, [teamId]);
  await run(
    tx,
    `insert into ${schema}.search_embeddings (team_id, embedder) values ($1, $2)
      on conflict (team_id) do update set embedder = excluded.embedder, size = null, asked_at = clock_timestamp(), failed_at = null`,
    [teamId, embedder],
  );
  await run(
    tx,
    `insert into ${schema}.search_unembedded (team_id, kind, parent_id, id)
      select e.team_id, e.kind, e.parent_id, e.id from ${schema}.search_entries e where e.team_id = $1 on conflict do nothing`,
    [teamId],
  );
}

/** Its address fails, as context.progress tells. */
export async function noteFailure(tx: TeamTx, { schema }: SearchSources): Promise<void> {
  const text = `update ${schema}.search_embeddings e set failed_at = clock_timestamp() where e.team_id = $1`;
  await run(tx, text, [tx.context.teamId]);
}

/** Throws all vectors of the team away. */
export async function forgetVectors(tx: TeamTx, { schema }: SearchSources): Promise<void> {
  await holdIndex(tx, schema);
  for (const table of ["search_unembedded", "search_vectors", "search_embeddings"])
    await run(tx, `delete from ${schema}.${table} t where t.team_id = $1`, [tx.context.teamId]);
}

/** Outcome of a step: more texts wait, all are done, or the embedder does not answer for now. */
export type Embedded = "more" | "all" | "nothing";

/** Makes the next vectors of the team. */
export async function embedNext(step: Embedding): Promise<Embedded> {
  const { database, sources, teamId } = step;
  const { result } = await database.write(stepContext(teamId), (tx) => nextTexts(tx, sources));
  const { told, empty } = result;
  if (empty.length > 0) await keep(step, { ...NOTHING, taken: empty, hasAnswered: false });
  const isMade = told.length === 0 || (await embedTold(step, told));
  if (!isMade) return "nothing";
  return told.length + empty.length < BATCH ? "all" : "more";
}

async function embedTold(step: Embedding, told: readonly EntryText[]): Promise<boolean> {
  const found = await step.embed(told.map(({ text }) => text));
  if (found.failure !== "refused") return keepFound(step, told, found);
  const { failure } = await step.embed([HARMLESS]);
  return failure === undefined && embedApart(step, told);
}

/** One of these texts is not taken: it has no vector, the others have theirs. */
async function embedApart(step: Embedding, told: readonly EntryText[]): Promise<boolean> {
  for (const one of told) {
    const found = await step.embed([one.text]);
    if (found.failure === "refused") {
      const { kind, id } = one.waiting;
      step.logger.warn({ team: step.teamId, kind, id }, "a text is refused and has no vector");
      await keep(step, { ...NOTHING, taken: [one.waiting], hasAnswered: true });
    } else if (!(await keepFound(step, [one], found))) return false;
  }
  return true;
}

async function keepFound(
  step: Embedding,
  told: readonly EntryText[],
  { failure, embedder: name, vectors }: EmbeddedTexts,
): Promise<boolean> {
  const isOurs = failure === undefined && name === step.embedder && vectors.length === told.length;
  const taken = told.map(({ waiting }) => waiting);
  const digests = told.map(({ text }) => digestOf(text));
  return isOurs && (await keep(step, { taken, vectors, digests, hasAnswered: true }));
}

/** Reads waiting texts in their present state. */
async function nextTexts(
  tx: TeamTx,
  { schema, sources }: SearchSources,
): Promise<{ told: EntryText[]; empty: PendingEntry[] }> {
  const waiting = await tx.query<PendingEntry>({
    name: `${schema}.search.unembedded`,
    text: `select u.kind, u.parent_id, u.id, u.asked_at::text from ${schema}.search_unembedded u
      where u.team_id = $1 order by u.kind, u.parent_id, u.id limit ${BATCH}`,
    values: [tx.context.teamId],
  });
  const texts = new Map<string, string>();
  for (const { kind, load } of sources) {
    const ids = waiting
      .filter((one) => one.kind === kind)
      .map(({ parent_id: parentId, id }) => ({ parentId, id }));
    if (ids.length === 0) continue;
    const entries = await load((statement) => tx.query(statement), tx.context.teamId, ids);
    for (const entry of entries) texts.set(`${kind} ${entry.id}`, embeddedText(entry));
  }
  const all = waiting.map((one) => ({ waiting: one, text: texts.get(`${one.kind} ${one.id}`) ?? "" }));
  const empty = all.filter(({ text }) => text === "").map((one) => one.waiting);
  return { told: all.filter(({ text }) => text !== ""), empty };
}

interface VectorBatch {
  taken: readonly PendingEntry[];
  /** Vectors of all texts that were read, or none. */
  vectors: readonly string[];
  /** Digest of the text of each vector. */
  digests: readonly string[];
  /** The address was asked, and is failing no more. */
  hasAnswered: boolean;
}

const NOTHING = { vectors: [], digests: [] };

/** Keeps what was made, unless the team has another embedder by now or its vectors are of another size. */
async function keep(
  { database, sources: { schema }, teamId, embedder }: Embedding,
  made: VectorBatch,
): Promise<boolean> {
  const { vectors, hasAnswered } = made;
  const size = vectors[0] === undefined ? null : sizeOf(vectors[0]);
  const kept = size === null ? 0 : classOf(size);
  if (kept === undefined) return false;
  const { result } = await database.write(stepContext(teamId), async (tx) => {
    await holdIndex(tx, schema);
    const fits = await tx.query({
      name: `${schema}.search.embedder`,
      text: `update ${schema}.search_embeddings e set size = coalesce(e.size, $3::integer),
            failed_at = case when not $4::boolean then e.failed_at end
          where e.team_id = $1 and e.embedder = $2 and ($3::integer is null or e.size is null or e.size = $3) returning e.team_id`,
      values: [teamId, embedder, size, hasAnswered],
    });
    if (fits.length === 0) return false;
    await store(tx, schema, made, kept);
    return true;
  });
  return result;
}

async function store(
  tx: TeamTx,
  schema: string,
  { taken, vectors, digests }: VectorBatch,
  kept: number,
): Promise<void> {
  const { teamId } = tx.context;
  const keys = [
    taken.map(({ kind }) => kind),
    taken.map(({ parent_id }) => parent_id),
    taken.map(({ id }) => id),
  ];
  if (vectors.length > 0)
    await run(
      tx,
      `insert into ${schema}.search_vectors (team_id, kind, parent_id, id, size, vector, text_digest)
        select $1, e.kind, e.parent_id, e.id, $6::integer, k.vector::platform.halfvec, k.digest
        from unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[], $7::text[]) k (kind, parent_id, id, vector, digest)
        join ${schema}.search_entries e on e.team_id = $1 and e.kind = k.kind and e.parent_id = k.parent_id and e.id = k.id
        on conflict (team_id, kind, parent_id, id) do update
          set size = excluded.size, vector = excluded.vector, text_digest = excluded.text_digest`,
      [teamId, ...keys, vectors.map((one) => vectorText(one, kept)), kept, digests],
    );
  await run(
    tx,
    `delete from ${schema}.search_unembedded u
      using unnest($2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[]) k (kind, parent_id, id, asked_at)
      where u.team_id = $1 and u.kind = k.kind and u.parent_id = k.parent_id and u.id = k.id and u.asked_at = k.asked_at`,
    [teamId, ...keys, taken.map(({ asked_at }) => asked_at)],
  );
}

async function run(tx: TeamTx, text: string, values: readonly unknown[]): Promise<void> {
  await tx.query({ text, values });
}
