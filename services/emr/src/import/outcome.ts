import { createHash } from "node:crypto";
import type { ImportedResource } from "../../gen/rpc.ts";
import { objectIn, type Json } from "./fhir/json.ts";
import type { Issues } from "./fhir/issues.ts";
import { momentIn } from "./fhir/moments.ts";
import { moment } from "./fhir/shape.ts";

/** Why a resource was left out, or what else is to be said of it. */
export type Reason = NonNullable<ImportedResource["reason"]>;

/** Resource that an earlier import has stored under an identity. */
export interface StoredIdentity {
  id: string;
  digest: string;
  lastUpdated: string | null;
  isRemoved: boolean;
  patientId: string;
}

/** Version of a resource that is stored now. */
export interface Incoming {
  digest: string;
  lastUpdated: string | null;
  isRemoved: boolean;
  /** Why it is removed. */
  removal?: Reason | undefined;
}

/** Decides on the outcome of a resource (clinical.import-versions). */
export function outcomeOf(
  stored: StoredIdentity | undefined,
  incoming: Incoming,
): { outcome: ImportedResource["outcome"]; reason?: Reason } {
  const reason = incoming.removal ?? "entered_in_error";
  if (stored === undefined)
    return incoming.isRemoved ? { outcome: "left_out", reason } : { outcome: "created" };
  if (isOlder(stored, incoming)) return { outcome: "left_out", reason: "older" };
  if (incoming.isRemoved) return { outcome: stored.isRemoved ? "left_out" : "changed", reason };
  return { outcome: stored.digest === incoming.digest && !stored.isRemoved ? "unchanged" : "changed" };
}

function isOlder(stored: StoredIdentity, incoming: Incoming): boolean {
  if (stored.lastUpdated === null || incoming.lastUpdated === null) return false;
  return Date.parse(incoming.lastUpdated) < Date.parse(stored.lastUpdated);
}

/** SHA-256 in hex of what is stored of a resource. */
export function digestOf(mapped: unknown): string {
  return createHash("sha256").update(JSON.stringify(mapped)).digest("hex");
}

/** When the resource's source last changed it. */
export function lastUpdatedOf(resource: Json, issues: Issues): string | null {
  const written = objectIn(resource["meta"])["lastUpdated"];
  return written == null ? null : (momentIn(moment(written, "meta.lastUpdated", issues))?.instant ?? null);
}
