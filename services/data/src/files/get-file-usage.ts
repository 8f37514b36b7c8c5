import type { Handler } from "../../gen/rpc.ts";
import { quotaBytes, usageStatement } from "./limits.ts";

/** Returns the usage of the team's live files and its quota. */
export const getFileUsage: Handler<"GetFileUsage"> = async (_input, call) => {
  const [row] = await call.read<{ files: number; bytes: number; pending_bytes: number }>(
    usageStatement(call.caller.team_id),
  );
  const { files = 0, bytes = 0, pending_bytes = 0 } = row ?? {};
  return { body: { files, bytes, pending_bytes, quota_bytes: quotaBytes(call.caller.team) } };
};
