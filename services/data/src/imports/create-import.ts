import { createImport as create } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";
import { findKeptFile, type KeptFile } from "../files/kept-file.ts";

/** Stores an import with its pinned source, and answers it once it is analysed. */
export const createImport: Handler<"CreateImport"> = ({ body }, call) =>
  create(body, call, {
    path: "/api/v1/data/imports",
    fileOf: async (id) => (await call.read<KeptFile>(findKeptFile(call.caller.team_id, id.toLowerCase())))[0],
  });
