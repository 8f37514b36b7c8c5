import type { McpRequest } from "./server.ts";
import { dispatch, type DispatcherParts, type McpAnswer } from "./dispatcher.ts";
import { AppError, jsonRpcCodeOf } from "@jst/errors";
import { isObject } from "../is-object.ts";
import { errorText, invalidRequest, readableId, RpcError } from "./json-rpc.ts";
import { BATCHES } from "./protocol.ts";

/** Most messages of one batch (agents.batch). */
const ENTRIES_MAX = 20;

/**
 * Answers a batch, one message after the other, each of which counts as a request of its own for the rate limit. Only
 * clients of 2025-03-26, and those that name no version, may send one; throws RpcError for a batch that is refused as a
 * whole.
 */
export async function dispatchBatch(
  entries: readonly unknown[],
  request: McpRequest,
  parts: DispatcherParts,
): Promise<McpAnswer> {
  const version = request.header("mcp-protocol-version");
  if (version !== undefined && version !== BATCHES)
    throw invalidRequest(
      `The version ${version.slice(0, 20)} does not support batches. Send one request at a time.`,
    );
  if (entries.length === 0) throw invalidRequest("The batch is empty. Send at least one request.");
  if (entries.length > ENTRIES_MAX)
    throw invalidRequest(`The batch has more than ${ENTRIES_MAX} requests. Send fewer.`);
  const { allowed, retryAfterS } = await countEntries(entries.length, request, parts);
  const texts: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const refusal = index < allowed ? refusalOf(entry) : rateLimited(retryAfterS);
    const text =
      refusal === undefined
        ? (await dispatch(entry, request, parts)).text
        : refusedText(entry, refusal, request);
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0
    ? { status: 202, text: undefined }
    : { status: 200, text: `[${texts.join(",")}]` };
}

/** How many of the entries may be answered. The first was counted with the HTTP request. */
async function countEntries(
  entries: number,
  { caller, deadline }: McpRequest,
  { counter }: DispatcherParts,
): Promise<{ allowed: number; retryAfterS: number }> {
  if (entries === 1) return { allowed: 1, retryAfterS: 0 };
  const taken = await counter.take(caller, entries - 1, deadline);
  return { allowed: 1 + taken.granted, retryAfterS: taken.retry_after_seconds };
}

function refusalOf(entry: unknown): RpcError | undefined {
  const isInitialize = isObject(entry) && entry["method"] === "initialize";
  return isInitialize ? invalidRequest("initialize cannot be in a batch. Send it alone.") : undefined;
}

function rateLimited(seconds: number): RpcError {
  const detail = `Too many requests. Try again in ${seconds} seconds.`;
  const extension = { retry_after_seconds: seconds };
  return new RpcError(
    jsonRpcCodeOf("rate_limited"),
    429,
    new AppError("rate_limited", detail, { extension }),
  );
}

/** Returns nothing for a notification, which is never answered. */
function refusedText(entry: unknown, refusal: RpcError, { problem }: McpRequest): string | undefined {
  const isNotification = isObject(entry) && "method" in entry && !("id" in entry);
  return isNotification ? undefined : errorText(readableId(entry), refusal, problem);
}
