import { createImport as create } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Stores an import of contacts, and answers it once it is analysed. */
export const createContactImport: Handler<"CreateContactImport"> = ({ body }, call) =>
  create(body, call, {
    path: "/api/v1/contacts/imports",
    fileOf: async (id) => {
      const question = { team_id: call.caller.team_id, ids: [id.toLowerCase()] };
      const { files } = await call.deps.data.describeFiles(question, call.hop);
      return files[0];
    },
  });
