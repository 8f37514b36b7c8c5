import type { SecretBox } from "@jst/config";
import type { Database } from "@jst/db";
import type { UrlGuard } from "@jst/jobs/outbound";
import type { CursorCodec } from "@jst/query";
import type { ReadPages } from "./events/read-pages.ts";
import type { OperatorDeps } from "./operator/operator-deps.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For agent, which asks in the name of a team. */
  database: Pick<Database, "read">;
  guard: UrlGuard;
  secrets: SecretBox;
  operator: OperatorDeps;
  readPages: ReadPages;
}
