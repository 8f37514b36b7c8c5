import { listImports as list } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Lists the imports of contacts of the team without their parts. */
export const listContactImports: Handler<"ListContactImports"> = ({ query }, call) =>
  list(query, call, "crm.v1.ContactImports/ListContactImports");
