import type { OpenState } from "@jst/db";
import type { WireReply } from "../outgoing.ts";
import { shapeOf, type FileShape } from "./facts.ts";
import { fileReply } from "./file-reply.ts";
import { callIn, firstPage, type FileCall, type WalkedList } from "./list-walk.ts";
import { recordExport } from "./record-export.ts";
import { beginFile, FILE_MS, once, STALL_MS, WAIT_MS } from "./slots.ts";

const STATE_LIMITS = {
  waitMs: WAIT_MS,
  openMs: FILE_MS,
  statementMs: 30_000,
  // The reader may take nothing for so long, and the file is cut then.
  idleMs: STALL_MS + 30_000,
};

/**
 * Opens the file of a list: everything that can be refused is refused here, before the first byte, and the export is
 * on record (moving.record). The reply has connection and slot until it is closed.
 */
export async function openListFile<Deps>(call: FileCall<Deps>): Promise<WireReply> {
  const { caller, context } = call.facts;
  const end = await beginFile(caller.team_id, context.departure);
  let state: OpenState | undefined;
  const close = once(async () => {
    await state?.release();
    end();
  });
  try {
    state = await call.options.database.openState(context, STATE_LIMITS);
    const reply = await replyIn(state, call, close);
    if (reply.file === undefined) await close();
    return reply;
  } catch (error) {
    await close();
    throw error;
  }
}

async function replyIn<Deps>(
  state: OpenState,
  call: FileCall<Deps>,
  close: () => Promise<void>,
): Promise<WireReply> {
  const { file, facts, input, isHead } = call;
  const query = input.query as Record<string, unknown> & { skip?: number };
  const shape = await shapeIn({ call, state, query });
  const first = await firstPage({ call, state, query: { ...query, ...shape.query } });
  const record = (count: number) => recordExport(call, shape.name, count);
  const timeZone = facts.context.timezone;
  return fileReply({ file, shape, first, skipped: query.skip ?? 0, timeZone, isHead, record, close });
}

function shapeIn<Deps>(list: WalkedList<Deps>): Promise<FileShape> {
  const { rpc, handler, file, input } = list.call;
  if (rpc.list === undefined) throw new Error(`${rpc.method} is not a list.`);
  const asked = { path: input.path, query: list.query, body: undefined };
  return handler.fileShape?.(asked, callIn(list, false), file.headers) ?? Promise.resolve(shapeOf(rpc.list));
}
