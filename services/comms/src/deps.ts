import type { SecretBox } from "@jst/config";
import type { Database, SystemDatabase } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { UrlGuard } from "@jst/jobs/outbound";
import type { CursorCodec } from "@jst/query";
import type { Peers } from "../gen/internal.ts";
import type { Mails } from "./inbound/mime/mails.ts";
import type { ProviderRouting, Route } from "./providers/provider.ts";
import type { LiquidThread } from "./templates/liquid-thread.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For what is put on record though the call is refused. */
  database: Database;
  /** Knows where the team's contacts are reached. */
  crm: Peers["crm"];
  /** Knows the members and tables of the team. */
  directory: Directory<"member" | "table">;
  /** Knows the files of the team. */
  data: Peers["data"];
  /** Reads and renders templates. */
  liquid: LiquidThread;
  /** Reads mails that come in. */
  mails: Mails;
  /** Knows who carries the team's messages. */
  routing: ProviderRouting;
  /** Sender of mails to members of teams without one of their own. */
  fleetMail: Route | undefined;
  /** Makes the sender read the settings of a team again before its next message. */
  forgetRoute: (teamId: string) => void;
  /** Says which addresses may be connected to. */
  guard: Pick<UrlGuard, "checkNew">;
  /** Seals what settings and the queue keep secret. */
  secrets: SecretBox;
  /** Knows the team of a page. */
  auth: Peers["auth"];
  /** Connection of comms_lookup: knows whose a page or an address is. */
  lookup: SystemDatabase;
  /** Connection of comms_worker, for the operator. */
  worker: SystemDatabase;
}
