import { hasRight, type Rights } from "@jst/caller";
import type { Change } from "./changes.ts";
import { summaryOf, type ShownOperation } from "./operations.ts";
import { resourceOf, type Resources } from "./resource.ts";

/** Viewer of a record, and whether in a list: no access record covers lists. */
export interface Viewer {
  rights: Rights;
  isListing?: boolean;
}

/** Removes the images that the viewer may not read from the operations (trust.redacted). */
export function redacted(
  resources: Resources,
  viewer: Viewer,
  operations: readonly ShownOperation[],
): ShownOperation[] {
  return operations.map((operation) =>
    maySee(resources, viewer, operation.resource)
      ? operation
      : { ...operation, before: null, after: null, redacted: true },
  );
}

/**
 * Returns the summary, or one without names if it could name an object that the viewer may not read (trust.redacted).
 */
export function shownSummary(
  resources: Resources,
  viewer: Viewer,
  { summary, changes, count }: { summary: string; changes: readonly Change[]; count: number },
): string {
  if (changes.every(({ resource }) => maySee(resources, viewer, resource))) return summary;
  return bareSummary(resources, changes, count);
}

/** A summary that names nothing, for readers who may not read what the changes are about. */
export function bareSummary(resources: Resources, changes: readonly Change[], count: number): string {
  if (changes.length < count) return `Change ${count} things`;
  return summaryOf(
    resources,
    changes.map((change) => ({ ...change, before: null, after: null })),
  );
}

/** True for who may see the images of a resource. */
export function maySee(resources: Resources, { rights, isListing = false }: Viewer, name: string): boolean {
  const { scope, isOnRecord = false } = resourceOf(resources, name);
  return !(isListing && isOnRecord) && hasRight(rights, scope, "read");
}

/** Returns the resources that a caller may read; undefined if the caller may read all. */
export function readable(resources: Resources, rights: Rights): string[] | undefined {
  const names = Object.keys(resources);
  const seen = names.filter((name) => maySee(resources, { rights }, name));
  return seen.length === names.length ? undefined : seen;
}
