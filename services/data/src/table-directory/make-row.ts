import type { InternalHandler } from "../../gen/rpc.ts";
import { storeRow } from "../rows/store-row.ts";
import { asPlatform } from "./as-platform.ts";

/** Stores a row as the platform, once for its id; refused as a create of one is. */
export const makeRow: InternalHandler<"MakeRow"> = async (body, call) => {
  const { team_id: teamId, table_id: table, row_id: id, data } = body;
  await storeRow(asPlatform(teamId.toLowerCase(), call), table, data, id.toLowerCase());
  return { body: { id: id.toLowerCase() } };
};
