import { InternalRefusal, type Hop } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { Peers } from "../../gen/internal.ts";
import type { OutgoingFile } from "../providers/provider.ts";
import type { ClaimedMessage, Outcome } from "./queue.ts";

/** Messages whose files this process holds at once: each may have ten megabytes. */
const HOLDING_MAX = 8;
/** A message waits so long for those that are held, and for data when that does not answer. */
const BUSY_RETRY_MS = 1_000;
const UNKNOWN_RETRY_MS = 5_000;
const READING_MS_MAX = 15_000;
const NOT_FOUND = 404;
/** Bytes that one call of data returns. */
const PART_BYTES = 1_048_576;

/** The rpc of data that reads files. */
export type FilesPeer = Pick<Peers["data"], "readFile">;

let holding = 0;

/**
 * Reads the files of a message and sends it with them. If the bytes are unavailable now, or for good, it returns the
 * outcome of the message.
 */
export async function withFiles(
  message: ClaimedMessage,
  { data, logger }: { data: FilesPeer; logger: Logger },
  send: (files: OutgoingFile[]) => Promise<Outcome>,
): Promise<Outcome> {
  const isHeavy = message.files.some((file) => "file_id" in file);
  if (!isHeavy) return send(await bytesOf(message, data));
  if (holding >= HOLDING_MAX) return { status: "queued", retryAfterMs: BUSY_RETRY_MS };
  holding += 1;
  try {
    const files = await bytesOf(message, data).catch((error: unknown) => unread(error, message, logger));
    return Array.isArray(files) ? await send(files) : files;
  } finally {
    holding -= 1;
  }
}

async function bytesOf(
  { id, team_id: teamId, files }: ClaimedMessage,
  data: FilesPeer,
): Promise<OutgoingFile[]> {
  const hop = { requestId: id, deadline: Date.now() + READING_MS_MAX };
  const loaded: OutgoingFile[] = [];
  for (const file of files) {
    const content =
      "content" in file
        ? Buffer.from(file.content)
        : await fileBytes(data, { team_id: teamId, id: file.file_id, size: file.size_bytes }, hop);
    loaded.push({ name: file.filename, contentType: file.content_type, content });
  }
  return loaded;
}

/** Reads a live file. Rejects with not_found without one, and when its size is another. */
async function fileBytes(
  data: FilesPeer,
  { size, ...file }: { team_id: string; id: string; size: number },
  hop: Hop,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let start = 0; start < size; start += PART_BYTES) {
    const { content } = await data.readFile({ ...file, start, length: PART_BYTES }, hop);
    parts.push(Buffer.from(content, "base64"));
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length !== size) throw new Error("A file has another size than it had.");
  return bytes;
}

function unread(error: unknown, { id }: ClaimedMessage, logger: Logger): Outcome {
  if (error instanceof InternalRefusal && error.status === NOT_FOUND) {
    const detail = "An attached file is deleted. Send the message again without it.";
    return { status: "failed", code: "attachment_gone", detail };
  }
  logger.warn(
    { error, message: id },
    "a file that goes with a message cannot be read now; the message waits",
  );
  return { status: "queued", retryAfterMs: UNKNOWN_RETRY_MS };
}
