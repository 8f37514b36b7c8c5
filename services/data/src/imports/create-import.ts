import { actorIdOf } from "@jst/caller";
import { createImport as create } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";
import { findKeptFile, type KeptFile } from "../files/kept-file.ts";
import { findUpload, pinUpload, type FoundUpload } from "../import-uploads/upload-queries.ts";

/** Stores an import with its pinned source, and answers it once it is analysed. */
export const createImport: Handler<"CreateImport"> = ({ body }, call) => {
  const { team_id: team } = call.caller;
  return create(body, call, {
    path: "/api/v1/data/imports",
    fileOf: async (id) => (await call.read<KeptFile>(findKeptFile(team, id.toLowerCase())))[0],
    uploadOf: async (id) => {
      const [found] = await call.read<FoundUpload>(
        findUpload(team, id.toLowerCase(), actorIdOf(call.caller)),
      );
      return found;
    },
    pin: (tx, id, importId) => tx.query(pinUpload(team, id, importId)),
  });
};
