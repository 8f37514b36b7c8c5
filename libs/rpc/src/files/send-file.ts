import type { GrpcCall } from "../grpc/call.ts";
import { grpcReply, pieceFrame, type SentFile, type WireReply } from "../outgoing.ts";
import { CALLER_LEFT } from "../recorder.ts";
import { FILE_MS, STALL_MS } from "./slots.ts";

/** Bytes of one message of the stream. */
const PIECE_BYTES = 256 * 1024;

/** Sends a file; one that fails, or that the caller does not take, is cut. Returns how it ended, for the log. */
export async function sendFile(
  call: GrpcCall,
  reply: WireReply,
  { chunks, close }: SentFile,
): Promise<{ status: number; error?: unknown }> {
  const alarm = setTimeout(() => call.cut(), FILE_MS);
  try {
    call.open(grpcReply(reply).headers ?? {});
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const frame = pieceFrame(reply.contentType, chunk.subarray(at, at + PIECE_BYTES));
        if (await call.send(frame, STALL_MS)) continue;
        call.cut();
        return { status: CALLER_LEFT };
      }
    call.end();
    return { status: reply.status };
  } catch (error) {
    call.cut();
    return { status: 500, error };
  } finally {
    clearTimeout(alarm);
    await close();
  }
}
