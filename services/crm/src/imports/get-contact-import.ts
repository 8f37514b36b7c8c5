import { getImport as get } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Answers one import of contacts. */
export const getContactImport: Handler<"GetContactImport"> = ({ path }, call) =>
  get(path.contact_import_id, call);
