import type { TeamTx } from "@jst/db";
import type { ImportPart, Judgement, ReadRow, WaitingRow, WriteOutcome } from "@jst/importing";
import type { Call } from "@jst/rpc";
import { articles, authorOf } from "../../articles/article.ts";
import type { Deps } from "../../deps.ts";
import { planRows, type RowPlan } from "./plan-articles.ts";

/** Judges rows by the code that writes articles, and runs `store` in the same transaction (imports.check). */
export async function judgeRows(
  call: Call<Deps>,
  part: ImportPart,
  rows: readonly ReadRow[],
  store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const page = rows.map(({ row, id, data, errors }) => ({ row, id, data, hasFaults: errors.length > 0 }));
  await call.write(async (tx) => {
    const plans = await planRows(tx, part.match, page, false);
    const judgements = plans.map(({ row, verdict, found, errors }) => ({
      ...{ row: row.row, verdict, errors },
      recordId: found?.id ?? null,
      version: found?.version ?? null,
    }));
    await store(tx, judgements);
    return { body: "" };
  });
}

/** Writes each row of a page that still fits, and runs `store` in the same transaction (imports.run). */
export async function writeRows(
  call: Call<Deps>,
  { match }: ImportPart,
  rows: readonly WaitingRow[],
  store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
): Promise<void> {
  const page = rows.map(({ row, record_id: id, data }) => ({
    ...{ row, data, hasFaults: false, id: match?.by === "id" && id !== null ? id : undefined },
  }));
  await call.write(async (tx) => {
    const plans = await planRows(tx, match, page, true);
    const outcomes: WriteOutcome[] = [];
    for (const [at, plan] of plans.entries()) {
      const waiting = rows[at];
      if (waiting !== undefined) outcomes.push(await written(tx, call, plan, waiting));
    }
    await store(tx, outcomes);
    return { body: "" };
  });
}

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
    verdict === waiting.verdict && (verdict === "create" || (found?.id === id && found?.version === version));
  if (!isSame)
    return { row, state: "changed", record_id: null, errors: errors.length > 0 ? errors : [MOVED] };
  const reply =
    found === undefined
      ? await articles.insert(tx, articles.draft(body, authorOf(call)), call)
      : await articles.apply(tx, found.id, { members: articles.storedForm(body) }, undefined);
  const record_id = found?.id ?? (JSON.parse(reply.body as string) as { id: string }).id;
  return { row, state: "written", record_id, errors: [] };
}
