import { requireReach } from "@jst/caller";
import { AppError, type FieldError } from "@jst/errors";
import { decide, RECORDED_HEADER, type MadeCall } from "@jst/rpc";
import { setTimeout as passed } from "node:timers/promises";
import type { ImportedData, ImportRow, WholeImport } from "../../gen/rpc.ts";
import { localReply } from "../tools/local-rpcs.ts";
import type { CallContext } from "../tools/tool-call.ts";
import type { UpstreamReply, Upstreams } from "../tools/upstreams.ts";
import { ImportSteps, refusalOf, readImport, StepRefused, type ShownImport } from "./import-steps.ts";

/** Rows that an answer shows (imports.tool). */
const ROWS_SHOWN = 20;
/** Pause between two looks at an import, and the time that the last steps need of that of the call. */
const LOOK_MS = 250;
const LAST_MS = 4_000;
/** Headers that the answer has of its run. */
const OF_THE_RUN: readonly string[] = [RECORDED_HEADER, "idempotency-replayed"];
const WORKING: readonly string[] = ["analysing", "checking", "running"];

/** Import of one call, and how it is sent. */
export interface WholeCall {
  body: WholeImport;
  context: CallContext;
  upstreams: Upstreams;
  baseUrl: string;
  isPreview: boolean;
  key: string | undefined;
  /** Call of a tool, which the run puts on record. */
  call?: MadeCall | undefined;
}

/**
 * Analyses, checks and runs an import by the routes of imports (imports.tool). An import that is refused before its run
 * is removed, and so is that of a preview.
 */
export async function wholeImport(made: WholeCall): Promise<UpstreamReply> {
  const { body, context, upstreams, isPreview, key } = made;
  const steps = new ImportSteps(upstreams, body.target.kind, context);
  if (body.file_id !== undefined)
    requireReach(context.caller, { resource: "files", action: "read" }, "file_id");
  const { begun, isReplay } = await created(steps, body, isPreview ? undefined : key).catch(
    inArguments(body),
  );
  try {
    const known = await checked(steps, begun, made);
    if (isPreview) return await preview(steps, known, made);
    return await answered(steps, known, made, isReplay);
  } catch (error) {
    // Another sending of the call may still work on an import that it replays.
    if (error instanceof StepRefused && error.status < 500 && !isReplay) await steps.remove(begun.id);
    return inArguments(body)(error);
  } finally {
    if (isPreview) await steps.remove(begun.id).catch(ofAbsent);
  }
}

/** Passes over the refusal to remove what is not there. */
function ofAbsent(error: unknown): void {
  if (!(error instanceof StepRefused) || error.code !== "not_found") throw error;
}

/** Brings the source; one that an earlier call with the key has brought is as it is now. */
async function created(
  steps: ImportSteps,
  { target, text, file_id, columns, match }: WholeImport,
  key: string | undefined,
): Promise<{ begun: ShownImport; isReplay: boolean }> {
  const part = { index: 0, ...(columns && { columns }), ...(match && { match }) };
  const source = { ...(text === undefined ? {} : { text }), ...(file_id === undefined ? {} : { file_id }) };
  const body = { source, target, ...((columns ?? match) ? { parts: [part] } : {}) };
  const { made, isReplay } = await steps.create(body, key);
  if (!isReplay) return { begun: made, isReplay };
  try {
    return { begun: await steps.get(made.id), isReplay };
  } catch (error) {
    // The earlier call was refused.
    ofAbsent(error);
    return { begun: (await steps.create(body, undefined)).made, isReplay: false };
  }
}

/** Waits for the analysis and the check. */
async function checked(steps: ImportSteps, begun: ShownImport, made: WholeCall): Promise<ShownImport> {
  const read = readable(await settled(steps, begun, made));
  const isLeft = made.body.run === false && !made.isPreview && hasQuestion(read);
  if (read.status !== "analysed" || isLeft) return read;
  return readable(await settled(steps, await steps.check(read.id), made));
}

/** Throws the reason for which a source cannot be read, or a mapping does not fit. */
function readable(known: ShownImport): ShownImport {
  if (known.error !== null && known.started_at === null)
    throw refusalOf({ body: Buffer.from(JSON.stringify(known.error)) });
  return known;
}

const hasQuestion = ({ parts }: ShownImport): boolean =>
  parts.some(
    ({ target, columns }) =>
      target !== null && columns.some(({ to, question }) => to !== null && question !== null),
  );

/** Waits until no work goes on, as long as the call has time. */
async function settled(steps: ImportSteps, begun: ShownImport, { context }: WholeCall): Promise<ShownImport> {
  let known = begun;
  while (WORKING.includes(known.status) && Date.now() < context.deadline - LAST_MS) {
    await passed(LOOK_MS, undefined, { signal: context.departure });
    known = await steps.get(known.id);
  }
  return known;
}

/** Runs the import if it is checked, and answers its state. */
async function answered(
  steps: ImportSteps,
  known: ShownImport,
  made: WholeCall,
  isReplay: boolean,
): Promise<UpstreamReply> {
  const replayed = isReplay ? { "idempotency-replayed": "true" } : {};
  if (known.status !== "ready" || made.body.run === false) return answer(steps, known, made, replayed);
  const confirmed = { rejected: "leave", losses_seen: true };
  const reply = await steps.run(known.id, confirmed, { key: made.key, call: made.call });
  if (reply.status === 202) return reply;
  const headers = Object.fromEntries(OF_THE_RUN.map((name) => [name, reply.header(name)]));
  return answer(steps, await settled(steps, readImport(reply), made), made, headers);
}

async function answer(
  steps: ImportSteps,
  { id, status, changeset_id, counts, parts, error }: ShownImport,
  { body, baseUrl }: WholeCall,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<UpstreamReply> {
  const rows = await shownRows(steps, id, counts.reject);
  const of = body.target.kind === "contacts" ? "contacts" : "data";
  const shown: ImportedData = { id, status, changeset_id, counts, parts, rows, error };
  return localReply(shown, 201, {
    location: `${baseUrl}/api/v1/${of}/imports/${id}`,
    ...(changeset_id !== null && status !== "ready" && { "x-changeset-id": changeset_id }),
    ...headers,
  });
}

/** Lists the first rejected rows, then the first others. */
async function shownRows(steps: ImportSteps, id: string, rejected: number): Promise<ImportRow[]> {
  const first = rejected === 0 ? [] : await steps.rows(id, { verdict: "reject", limit: String(ROWS_SHOWN) });
  if (first.length === ROWS_SHOWN) return first;
  const all = await steps.rows(id, { limit: String(ROWS_SHOWN + first.length) });
  return [...first, ...all.filter(({ verdict }) => verdict !== "reject")].slice(0, ROWS_SHOWN);
}

/** Shows what a run would change (agents.confirm, agents.dry-run). */
async function preview(
  steps: ImportSteps,
  { id, status, counts, parts }: ShownImport,
  { body, context }: WholeCall,
): Promise<UpstreamReply> {
  if (status !== "ready")
    throw new AppError(
      "timeout",
      "The source is too large to be checked in one call. Ask a person to import the file in the console.",
    );
  const rows = await shownRows(steps, id, counts.reject);
  const resource = body.target.kind === "contacts" ? "contacts" : "rows";
  const isQueued = decide(context.caller, { readOnly: false, trust: "matrix" }) === "queue";
  return localReply({
    summary: `Import ${counts.create + counts.update} of ${counts.total} rows, and leave out ${counts.reject} that are rejected`,
    preview: rows.flatMap(({ verdict, record_id, data }) =>
      verdict === "create" || verdict === "update"
        ? [{ resource, op: verdict, ...(record_id !== null && { id: record_id }), after: data }]
        : [],
    ),
    outcome: isQueued ? "queue" : "run",
    rule: null,
    counts,
    losses: parts.flatMap(({ target, losses = [] }) => (target === null ? [] : losses)),
    rows,
  });
}

/** Rethrows a refusal of a step with the arguments of the call as its fields. */
const inArguments =
  ({ columns = [] }: WholeImport) =>
  (error: unknown): never => {
    if (!(error instanceof StepRefused) || error.errors === undefined) throw error;
    const errors = error.errors.map((fault): FieldError => ({
      ...fault,
      field: fault.field
        .replace(/^source\.(?=text|file_id)/, "")
        .replace(/^source$/, "text")
        .replace(/^parts\.0\.columns\.(\d+)/, (_, index) => {
          const at = columns.findIndex((column) => column.index === Number(index));
          return at === -1 ? "columns" : `columns.${at}`;
        })
        .replace(/^parts\.0\.(?=target|match)/, ""),
    }));
    throw new AppError(error.code, error.message, { errors, extension: error.extension });
  };
