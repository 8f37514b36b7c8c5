import type { Change, Image, NetChange, Resource } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { PLAIN_TERMS } from "../money/tax-terms.ts";
import { recordAct } from "./document.ts";

/** Describes documents to undo: changes to a draft are undone, changes to a final one never (commerce.undo). */
export function recordedDrafts(noun: string, table: string, shown: (image: Image) => Image): Resource {
  const final = `Only a draft ${noun} can be undone.`;
  return {
    table: `commerce.${table}`,
    noun,
    scope: "commerce",
    deletedAt: "deleted_at",
    finalBecause: ({ before, after }: Change) =>
      [before, after].every((image) => image === null || image["status"] === "draft") ? undefined : final,
    images: { shown: (image) => shown(withTax(image)) },
    undo: {
      hold: (tx, undone) => requireDrafts(tx, table, undone, final),
      settle: (tx, changes) => {
        for (const id of new Set(changes.map((change) => change.id))) recordAct(tx, table, "undo", id);
        return Promise.resolve([]);
      },
    },
  };
}

/** Throws not_undoable for what was a draft when it was written and is none by now, also with force. */
async function requireDrafts(
  tx: TeamTx,
  table: string,
  undone: readonly NetChange[],
  final: string,
): Promise<void> {
  const rows = await tx.query<{ status: string }>({
    name: `commerce.${table}.undone`,
    text: `select t.status from commerce.${table} t
where t.team_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update`,
    values: [tx.context.teamId, undone.map(({ id }) => id)],
  });
  if (rows.some(({ status }) => status !== "draft")) throw new AppError("not_undoable", final);
}

/** Completes the tax of an image; rows of before have no terms. */
export const withTax = ({ tax_behavior: behavior, tax_rounding: rounding, ...image }: Image): Image => ({
  ...image,
  ...PLAIN_TERMS,
  ...(behavior != null && { tax_behavior: behavior }),
  ...(rounding != null && { tax_rounding: rounding }),
  total_excluding_tax: Number(image["total"]) - Number(image["tax_total"]),
});

/** A time of an image as callers know it. */
export const shownTime = (time: unknown): string | null =>
  typeof time === "string" ? new Date(time).toISOString() : null;
