import type { McpRequest } from "./call.ts";
import { dispatch, type DispatcherParts, type McpAnswer } from "./dispatcher.ts";
import { errorText, invalidRequest, isObject, readableId } from "./json-rpc.ts";
import { BATCHES } from "./protocol.ts";

/** Most messages of one batch (agent-surfaces D4). */
const ENTRIES_MAX = 20;

/**
 * Answers a batch, one message after the other. Only clients of 2025-03-26, and those that name no version, may
 * send one; throws RpcError for a batch that is refused as a whole.
 */
export async function dispatchBatch(
  entries: readonly unknown[],
  request: McpRequest,
  parts: DispatcherParts,
): Promise<McpAnswer> {
  const version = request.header("mcp-protocol-version");
  if (version !== undefined && version !== BATCHES)
    throw invalidRequest(`There are no batches in ${version.slice(0, 20)}; send one request at a time.`);
  if (entries.length === 0) throw invalidRequest("A batch holds at least one request.");
  if (entries.length > ENTRIES_MAX) throw invalidRequest(`A batch holds at most ${ENTRIES_MAX} requests.`);
  const texts: string[] = [];
  for (const entry of entries) {
    const text = isInitialize(entry)
      ? errorText(readableId(entry), invalidRequest("initialize stands in no batch."), request.problem)
      : (await dispatch(entry, request, parts)).text;
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0
    ? { status: 202, text: undefined }
    : { status: 200, text: `[${texts.join(",")}]` };
}

function isInitialize(entry: unknown): boolean {
  return isObject(entry) && entry["method"] === "initialize";
}
