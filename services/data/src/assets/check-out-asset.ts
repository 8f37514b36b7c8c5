import { type FieldError, validationFailed } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { AssetAssignee, Handler } from "../../gen/rpc.ts";
import { columnTypes } from "../engine/types/types.ts";
import type { Deps } from "../deps.ts";
import { assetUnavailable, moveAsset } from "./move-asset.ts";

/** Hands an available asset out and stores asset.checked_out; of two who want it at once, one gets it. */
export const checkOutAsset: Handler<"CheckOutAsset"> = async ({ path, body }, call) => {
  const { assignee, due_at, note } = body;
  const errors = [...dueFaults(due_at), ...(await assigneeFaults(call, assignee))];
  if (errors.length > 0) throw validationFailed(errors);
  return moveAsset(call, path.asset_id, (status) => {
    if (status !== "available") throw assetUnavailable(status);
    return { status: "checked_out", assignee, due_at: due_at ?? null, note: note ?? null };
  });
};

function dueFaults(dueAt: string | undefined): FieldError[] {
  if (dueAt === undefined) return [];
  const { misfit } = columnTypes.datetime.read(dueAt, {});
  return misfit === undefined ? [] : [{ field: "due_at", ...misfit }];
}

/** Finds the faults of the assignee. Locations are not checked: only the team knows them. */
async function assigneeFaults(call: Call<Deps>, { type, id }: AssetAssignee): Promise<FieldError[]> {
  if (type === "location") return [];
  const reference = { field: "assignee.id", kind: type, id };
  return call.deps.directory.faultsOf(call.caller.team_id, [reference], call.hop);
}
