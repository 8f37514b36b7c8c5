import { guardOf, type GuardSettings, type UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { Embeddings } from "./embeddings/embeddings.ts";
import { ClientDocuments } from "./oauth/cimd.ts";
import { Providers } from "./sign-in/providers.ts";

/** Clients of addresses that teams and apps name: nothing else in auth calls outside the fleet. */
export interface Outward {
  guard: UrlGuard;
  documents: ClientDocuments;
  providers: Providers;
  embeddings: Embeddings;
}

/** Builds all outward clients behind one guard of addresses. */
export function outwardOf(settings: GuardSettings, logger: Logger): Outward {
  const guard = guardOf(settings);
  return {
    guard,
    documents: new ClientDocuments(guard),
    providers: new Providers(guard, logger),
    embeddings: new Embeddings(guard, logger),
  };
}
