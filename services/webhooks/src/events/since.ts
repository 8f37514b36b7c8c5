import { AppError } from "@jst/errors";
import { isInstant, readInstant, type CursorCodec, type CursorScope } from "@jst/query";

/** The row after which a page starts: created_at to the microsecond as text, and id. */
export type FeedKey = readonly [createdAt: string, id: string];

/** Smaller than the id of any delivery: a page that starts here includes every row of that moment. */
const beforeAnyId = "00000000-0000-0000-0000-000000000000";
const beginning: FeedKey = ["-infinity", beforeAnyId];

/** Reads `since`: a cursor (exclusive), an RFC 3339 timestamp (inclusive) or nothing; else 400 invalid_cursor. */
export function readSince(text: string | undefined, scope: CursorScope, cursors: CursorCodec): FeedKey {
  if (text === undefined) return beginning;
  if (/^[0-9]{4}-/.test(text)) {
    if (isInstant(text)) return [readInstant(text), beforeAnyId];
    throw new AppError(
      "invalid_cursor",
      "since must be a next_cursor of this feed, or a time such as 2026-01-31T12:00:00Z.",
    );
  }
  const [createdAt, id] = cursors.decode(scope, text, 2);
  if (createdAt == null || id == null) throw new Error("A cursor of the feed holds no null.");
  return [createdAt, id];
}

/** The cursor that continues after the row. */
export function sinceAfter(key: FeedKey, scope: CursorScope, cursors: CursorCodec): string {
  return cursors.encode(scope, key);
}
