import type { Handler } from "../../gen/rpc.ts";
import { files, insertFiles } from "./file.ts";
import { requireQuota } from "./limits.ts";

/** Stores the rows of an upload whose bytes are there already; the bytes of one that is refused are not kept. */
export const uploadFiles: Handler<"UploadFiles"> = ({ body }, call) =>
  call.write(async (tx) => {
    const made = await insertFiles(tx, body);
    await requireQuota(tx, call.caller.team);
    const [first] = made;
    if (first === undefined || made.length > 1)
      return { body: `{"files":[${made.map((one) => one.body).join()}]}` };
    return files.reply(first, { location: `${call.baseUrl}/api/v1/files/${first.id}` });
  });
