import type { Handler } from "../../gen/rpc.ts";
import { templates } from "./template.ts";

/** Answers one page of the team's templates, without their parts. */
export const listTemplates: Handler<"ListTemplates"> = templates.page;
