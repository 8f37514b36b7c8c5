import { createHash } from "node:crypto";
import type { ImportedResource } from "../../gen/rpc.ts";
import { objectIn, type Json } from "./fhir/json.ts";
import { momentIn } from "./fhir/moments.ts";

/** Why a resource was left out, or what else is to be said of it. */
export type Reason = NonNullable<ImportedResource["reason"]>;

/** What the import knows of what it has stored under an identity. */
export interface Stored {
  id: string;
  digest: string;
  lastUpdated: string | null;
  isRemoved: boolean;
  patientId: string;
}

/** What is to be stored under an identity now. */
export interface Incoming {
  digest: string;
  lastUpdated: string | null;
  isRemoved: boolean;
}

/** What becomes of a resource (clinical.import-versions). */
export function outcomeOf(
  stored: Stored | undefined,
  incoming: Incoming,
): { outcome: ImportedResource["outcome"]; reason?: Reason } {
  if (stored === undefined)
    return incoming.isRemoved ? { outcome: "left_out", reason: "entered_in_error" } : { outcome: "created" };
  if (isOlder(stored, incoming)) return { outcome: "left_out", reason: "older" };
  if (incoming.isRemoved)
    return { outcome: stored.isRemoved ? "left_out" : "changed", reason: "entered_in_error" };
  return { outcome: stored.digest === incoming.digest && !stored.isRemoved ? "unchanged" : "changed" };
}

function isOlder(stored: Stored, incoming: Incoming): boolean {
  if (stored.lastUpdated === null || incoming.lastUpdated === null) return false;
  return Date.parse(incoming.lastUpdated) < Date.parse(stored.lastUpdated);
}

/** SHA-256 in hex of what is stored of a resource. */
export function digestOf(mapped: unknown): string {
  return createHash("sha256").update(JSON.stringify(mapped)).digest("hex");
}

/** When the resource's source last changed it. */
export function lastUpdatedOf(resource: Json): string | null {
  return momentIn(objectIn(resource["meta"])["lastUpdated"])?.instant ?? null;
}
