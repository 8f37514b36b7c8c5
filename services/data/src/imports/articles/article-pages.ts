import type { TeamTx } from "@jst/db";
import type { FieldError } from "@jst/errors";
import { requireAccess } from "@jst/importing";
import type { ImportPart, Judgement, ReadRow, WaitingRow, WriteOutcome } from "@jst/importing";
import type { Call } from "@jst/rpc";
import { withFiles, type FileLink } from "@jst/tabular/read";
import { articles, authorOf } from "../../articles/article.ts";
import type { Deps } from "../../deps.ts";
import { maxFileBytes } from "../../files/limits.ts";
import { fileAccess, fileAddresses } from "./article-files.ts";
import { planRows, type PageRow, type RowPlan } from "./plan-articles.ts";

/** Files of the archive that rows need and the team does not have, by the numbers of the rows. */
export type LackingFiles = Map<number, readonly FileLink[]>;

/**
 * Judges rows by the code that writes articles, and runs `store` in the same transaction (imports.check). Files that
 * the run stores go to `lacking`.
 */
export async function judgeRows(
  { call, part, lacking }: { call: Call<Deps>; part: ImportPart; lacking: LackingFiles },
  rows: readonly ReadRow[],
  store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const read = rows.map(({ row, id, data, errors }) => ({ row, id, data, hasFaults: errors.length > 0 }));
  const bytesMax = maxFileBytes(call.caller.team);
  await call.write(async (tx) => {
    const page = await linkedRows(tx, read);
    const plans = await planRows(tx, part.match, page, false);
    lacking.clear();
    for (const { row, lacks } of page) lacking.set(row, lacks);
    if (page.some(({ lacks }) => lacks.length > 0)) requireAccess(fileAccess, call.caller);
    const judgements = plans.map(({ row, verdict, found, errors }) => ({
      ...judged(row.row, verdict, errors, tooLarge(lacking.get(row.row) ?? [], bytesMax)),
      recordId: found?.id ?? null,
      version: found?.version ?? null,
    }));
    await store(tx, judgements);
    return { body: "" };
  });
}

function judged(
  row: number,
  verdict: Judgement["verdict"],
  errors: readonly FieldError[],
  further: readonly FieldError[],
): Pick<Judgement, "row" | "verdict" | "errors"> {
  if (verdict === "skip" || further.length === 0) return { row, verdict, errors: [...errors] };
  return { row, verdict: "reject", errors: [...errors, ...further] };
}

const tooLarge = (files: readonly FileLink[], most: number): FieldError[] =>
  files
    .filter(({ size }) => size > most)
    .map(({ path }) => ({
      field: "data.body",
      code: "file_too_large",
      message: `The file ${path} is larger than the maximum of ${most} bytes. Make it smaller, or remove the link.`,
    }));

/** Row of a page whose links lead to files of the team, with those that the team does not have. */
type LinkedRow = PageRow & { lacks: FileLink[] };

/** Rewrites links to files of the archive as the addresses of files of the team. */
async function linkedRows(tx: TeamTx, rows: readonly PageRow[]): Promise<LinkedRow[]> {
  const addressOf = await fileAddresses(tx, rows.map(bodyOf));
  return rows.map((row) => {
    const lacks: FileLink[] = [];
    const body = withFiles(bodyOf(row), (link) => {
      const address = addressOf(link);
      if (address === undefined) lacks.push(link);
      return address;
    });
    return { ...row, lacks, data: typeof row.data["body"] === "string" ? { ...row.data, body } : row.data };
  });
}

const bodyOf = ({ data: { body } }: PageRow): string => (typeof body === "string" ? body : "");

/** Writes each row of a page that still fits, and runs `store` in the same transaction (imports.run). */
export async function writeRows(
  call: Call<Deps>,
  { match }: ImportPart,
  rows: readonly WaitingRow[],
  store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
): Promise<void> {
  const waiting = rows.map(({ row, record_id: id, data }) => ({
    ...{ row, data, hasFaults: false, id: match?.by === "id" && id !== null ? id : undefined },
  }));
  await call.write(async (tx) => {
    const page = await linkedRows(tx, waiting);
    const plans = await planRows(tx, match, page, true);
    const outcomes: WriteOutcome[] = [];
    for (const [at, plan] of plans.entries()) {
      const row = rows[at];
      if (row === undefined) continue;
      // A proposal shows rows before their files are stored.
      const isLacking = !tx.isPreview && page[at]?.lacks.length !== 0;
      outcomes.push(isLacking ? lackingFile(row) : await written(tx, call, plan, row));
    }
    await store(tx, outcomes);
    return { body: "" };
  });
}

const lackingFile = ({ row }: WaitingRow): WriteOutcome => {
  const message = "A file that the document names was deleted, or is not in the archive. Import it again.";
  const errors = [{ field: "data.body", code: "not_found", message }];
  return { row, state: "changed", record_id: null, errors };
};

const MOVED = {
  field: "",
  code: "version_conflict",
  message: "The article was changed after the check. Check the import again.",
};

/** Writes a row whose verdict is still that of the check, on the version that was judged. */
async function written(
  tx: TeamTx,
  call: Call<Deps>,
  { verdict, found, body, errors }: RowPlan,
  waiting: WaitingRow,
): Promise<WriteOutcome> {
  const { row, record_id: id, base_version: version } = waiting;
  const isSame =
    verdict === waiting.verdict && (verdict === "create" || (found?.id === id && found.version === version));
  if (!isSame)
    return { row, state: "changed", record_id: null, errors: errors.length > 0 ? errors : [MOVED] };
  const reply =
    found === undefined
      ? await articles.insert(tx, articles.draft(body, authorOf(call)), call)
      : await articles.apply(tx, found.id, { members: articles.storedForm(body) }, undefined);
  const record_id = found?.id ?? (JSON.parse(reply.body as string) as { id: string }).id;
  return { row, state: "written", record_id, errors: [] };
}
