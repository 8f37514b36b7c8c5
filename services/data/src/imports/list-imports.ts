import { listImports as list } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Lists the imports of the team without their parts. */
export const listImports: Handler<"ListImports"> = ({ query }, call) =>
  list(query, call, "data.v1.Imports/ListImports");
