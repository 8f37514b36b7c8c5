import { actorIdOf } from "@jst/caller";
import { createImport as create } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Stores an import of contacts, and answers it once it is analysed. */
export const createContactImport: Handler<"CreateContactImport"> = ({ body }, call) => {
  const { team_id } = call.caller;
  const { data } = call.deps;
  return create(body, call, {
    path: "/api/v1/contacts/imports",
    fileOf: async (id) => {
      const { files } = await data.describeFiles({ team_id, ids: [id.toLowerCase()] }, call.hop);
      return files[0];
    },
    uploadOf: async (id) => {
      const key = { team_id, id: id.toLowerCase(), created_by_id: actorIdOf(call.caller) };
      const { uploads } = await data.findImportUpload(key, call.hop);
      return uploads[0];
    },
  });
};
