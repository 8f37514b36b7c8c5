import type { Handler } from "../../gen/rpc.ts";
import { files } from "./file.ts";

/** One page of the team's files. */
export const listFiles: Handler<"ListFiles"> = files.page;
