import type { FieldError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { Channel } from "../people/address.ts";
import type { StoredFile } from "./sealed-content.ts";

/** Most bytes of all files that go with one message. */
const BYTES_MAX = 10_485_760;

/** Files that go with a message, and what is wrong with what was named. */
export interface Attached {
  files: StoredFile[];
  faults: FieldError[];
}

/** Looks the files up that an e-mail names (comms.attachments); their bytes are read when it is sent. */
export async function attachedFiles(
  named: readonly string[] | undefined,
  channel: Channel,
  { caller, deps, hop }: Call<Deps>,
): Promise<Attached> {
  if (named === undefined || named.length === 0) return { files: [], faults: [] };
  if (channel !== "email") {
    const message = `A message of the channel ${channel} cannot have attachments. Remove attachments, or send an e-mail.`;
    return { files: [], faults: [{ field: "attachments", code: "not_allowed", message }] };
  }
  const ids = named.map((id) => id.toLowerCase());
  const question = { team_id: caller.team_id, ids: [...new Set(ids)] };
  const described = await deps.data.describeFiles(question, hop);
  const known = new Map(described.files.map((file) => [file.id, file]));
  const faults = ids.flatMap((id, index) => faultOf(id, index, ids, known) ?? []);
  const files = ids.flatMap((id): StoredFile[] => {
    const file = known.get(id);
    if (file === undefined) return [];
    const { name: filename, mime_type: content_type, size_bytes } = file;
    return [{ filename, content_type, file_id: id, size_bytes }];
  });
  const bytes = [...known.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const message = `The attachments are larger than ${BYTES_MAX} bytes together. Send some of them in another message.`;
  if (bytes > BYTES_MAX) faults.push({ field: "attachments", code: "too_large", message });
  return { files, faults };
}

function faultOf(
  id: string,
  index: number,
  ids: readonly string[],
  known: ReadonlyMap<string, unknown>,
): FieldError | undefined {
  const field = `attachments.${index}`;
  if (!known.has(id))
    return { field, code: "not_found", message: "No file of your team has this id. Check the id." };
  if (ids.indexOf(id) === index) return undefined;
  return { field, code: "duplicate", message: "The message has this file twice. Attach each file once." };
}
