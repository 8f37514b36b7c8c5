import type { CallerSigner } from "@jst/caller";
import type { SecretBox } from "@jst/config";
import type { SystemDatabase } from "@jst/db";
import type { CursorCodec } from "@jst/query";
import type { UrlGuard } from "@jst/jobs/outbound";
import type { Peers } from "../gen/internal.ts";
import type { SignedHeads } from "./audit/signed-heads.ts";
import type { Embeddings } from "./embeddings/embeddings.ts";
import type { ClientDocuments } from "./oauth/cimd.ts";
import type { Counts } from "./counts/counts.ts";
import type { Limiter } from "./check/limiter.ts";
import type { ProviderClient } from "./sign-in/provider-settings.ts";
import type { Providers } from "./sign-in/providers.ts";

/** Dependencies of the handlers of both workloads. */
interface SharedDeps {
  /** Connection of auth_lookup: work of the operator, who belongs to no team. */
  operator: SystemDatabase;
  /** Connection of auth_audit, for what must be in the log before it is answered. */
  audit: SystemDatabase;
  /** Public URL of the gateway. */
  baseUrl: string;
}

/** Dependencies of the handlers of the workload auth, as call.deps. */
export interface Deps extends SharedDeps {
  /** Counts the requests of tokens, as Check does; passes all of them while Redis is away. */
  limiter: Pick<Limiter, "take">;
  /** Counts requests and the calls of connected apps. */
  counts: Counts;
  /** Signs callers; this workload alone has the key. */
  signer: CallerSigner;
}

/** Dependencies of the handlers of the workload account, as call.deps. */
export interface AccountDeps extends SharedDeps {
  cursors: CursorCodec;
  /** Counts the refreshes of a sign-in; passes all of them while Redis is away. */
  refreshLimiter: Pick<Limiter, "take">;
  /** Signed heads of the audit chains; absent if heads are not signed. */
  signedHeads?: SignedHeads | undefined;
  /** Documents in which apps describe themselves. */
  documents: ClientDocuments;
  /** Keeps the record of who looked at health data. */
  emr: Peers["emr"];
  /** Mails links to members. */
  comms: Peers["comms"];
  /** Mailed links sign in. */
  isMailOn: boolean;
  /** Seals the secrets of teams. */
  secrets: SecretBox;
  /** Tells which addresses that somebody has named may be called. */
  guard: UrlGuard;
  /** Sign-in with the providers of teams, and with that of the fleet. */
  providers: Providers;
  /** The provider of teams that have none of their own. */
  fleetProvider?: ProviderClient | undefined;
  /** Turns texts of teams into vectors. */
  embeddings: Embeddings;
}
