import { AppError } from "@jst/errors";
import { composed, showsSomething } from "@jst/values";
import type { RpcDefinition } from "./handler.ts";
import type { Incoming } from "./incoming.ts";

/** Header of a write in which the caller states why it writes, percent-encoded in UTF-8 (trust.reason). */
export const REASON_HEADER = "x-change-reason";

/** Longest reason, in characters. */
const REASON_MAX = 500;

/** Returns the reason that a write states; undefined for a read, and without the header. Throws invalid_parameter. */
export function changeReasonOf<Deps>(
  { readOnly }: Pick<RpcDefinition<Deps>, "readOnly">,
  incoming: Pick<Incoming, "header">,
): string | undefined {
  return readOnly ? undefined : readReason(incoming.header(REASON_HEADER));
}

/**
 * Reads the header. The gateway passes an empty one on for a header that came twice, or with bytes that gRPC cannot
 * carry.
 */
export function readReason(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const reason = checkedReason(decoded(header));
  if (reason !== undefined) return reason;
  const detail = `X-Change-Reason is not valid. Send it once: 1 to ${REASON_MAX} characters without control characters, percent-encoded in UTF-8.`;
  throw new AppError("invalid_parameter", detail);
}

/** Returns the reason in NFC; undefined for a value that is not a reason. */
export function checkedReason(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.isWellFormed()) return undefined;
  const reason = composed(value);
  const isShort = reason.length <= REASON_MAX || Array.from(reason).length <= REASON_MAX;
  return isShort && showsSomething(reason) && !/\p{Cc}/u.test(reason) ? reason : undefined;
}

/** Writes a reason as the header has it. */
export function encodedReason(reason: string): string {
  return encodeURIComponent(reason);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
