import type { SecretBox } from "@jst/config";
import type { Database, SystemDatabase } from "@jst/db";
import type { TeamPeer } from "@jst/pages";
import type { CursorCodec } from "@jst/query";
import type { HostedPages } from "./documents/hosted.ts";
import type { Payers } from "./payers/payers.ts";
import type { PdfCache } from "./pdf/pdf-cache.ts";
import type { Providers } from "./providers/providers.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows the contacts that pay. */
  payers: Pick<Payers, "find" | "paying">;
  /** For what is done in no token's name. */
  database: Database;
  /** Knows the team of a page. */
  auth: TeamPeer;
  /** Knows what an address of a page is of. */
  pages: HostedPages;
  /** Makes the PDFs of invoices. */
  pdfs: Pick<PdfCache, "get">;
  /** Providers of payments by team. */
  providers: Pick<Providers, "of" | "stripeSecretOf">;
  /** Seals what settings keep secret. */
  secrets: SecretBox;
  /** Connection of commerce_worker, for the operator. */
  worker: SystemDatabase;
}
