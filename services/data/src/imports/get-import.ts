import { getImport as get } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Answers one import. */
export const getImport: Handler<"GetImport"> = ({ path }, call) => get(path.import_id, call);
