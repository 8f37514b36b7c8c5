import type { AssetReturn, Handler } from "../../gen/rpc.ts";
import { assetUnavailable, moveAsset } from "./move-asset.ts";

/**
 * Takes back an asset that is out and stores asset.returned. Of one that is back already only what is said of it is
 * kept, so that a return that is sent twice does no harm.
 */
export const returnAsset: Handler<"ReturnAsset"> = ({ path, body }, call) =>
  moveAsset(call, path.asset_id, (status) => {
    if (status === "available") return said(body);
    if (status !== "checked_out") throw assetUnavailable(status);
    return { status: "available", assignee: null, due_at: null, note: null, ...said(body) };
  });

function said({ condition, note }: AssetReturn): Record<string, unknown> {
  return { ...(condition === undefined ? {} : { condition }), ...(note === undefined ? {} : { note }) };
}
