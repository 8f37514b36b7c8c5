import { AppError, notFound } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import { isUuid } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { assetsTable, isAssets } from "../engine/schema/assets-table.ts";
import { changedCells } from "../engine/cells/cells.ts";
import { mergeCells, requireActive } from "../engine/rows/merge-cells.ts";
import { findRowState, lockCells, type RowTarget } from "../engine/rows/queries.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";

/** Computes the cells of an asset that has this status; may refuse. */
export type Move = (status: unknown) => Record<string, unknown>;

/**
 * Writes what the move makes of an asset, with its event, or nothing; two moves of one asset come one after the other.
 */
export async function moveAsset(call: Call<Deps>, id: string, move: Move): Promise<Reply> {
  await call.deps.teams.ensure(call);
  return withTable(call, assetsTable.name, (schema) => {
    if (!isAssets(schema) || !isUuid(id)) throw notFound();
    const target: RowTarget = { schema, rowId: id, version: call.ifMatch };
    return call.write(async (tx) => {
      const present = await lockCells(tx, target, ["status"]);
      if (present === undefined) {
        requireActive(await findRowState(tx, target), target);
        throw new StaleSchema();
      }
      return mergeCells(tx, target, changedCells(schema, move(present["status"])));
    });
  });
}

/** The refusal of a move that the asset's status does not allow. */
export function assetUnavailable(status: unknown): AppError {
  const state = typeof status === "string" ? status : "without a status";
  const message = `The asset is ${state}. Read its row in the table assets, and try again when it is available.`;
  return new AppError("asset_unavailable", message, {
    errors: [{ field: "asset_id", code: "asset_unavailable", message }],
  });
}
