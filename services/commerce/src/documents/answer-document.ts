import type { Call, Reply } from "@jst/rpc";

/** A document as the database has it. */
export interface ReadDocument extends Record<string, unknown> {
  body: string;
  version: number;
  /** True while the clock alone can change what the document shows, without a new version. */
  followsClock: boolean;
}

/** Answers a document, with 304 if the caller has its version and the clock changes nothing of it (commerce.etag). */
export function answerDocument(call: Pick<Call<never>, "isKnown">, row: ReadDocument): Reply {
  const headers = { etag: `"${row.version}"` };
  const isCurrent = !row.followsClock && call.isKnown(row.version);
  return isCurrent ? { status: 304, headers, body: "" } : { headers, body: row.body };
}
