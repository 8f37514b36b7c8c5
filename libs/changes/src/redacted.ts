import { hasRight, type Rights } from "@jst/caller";
import type { ShownOperation } from "./operations.ts";
import { resourceOf, type Resources } from "./resource.ts";

/** Who looks; undefined where nobody sees what takes a right, as in a list: no record says what that showed. */
export type Viewer = Rights | undefined;

/** The operations without the images that take a right which the viewer lacks (wellness.changesets). */
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

/** True for who may see the images of a resource. */
export function maySee(resources: Resources, viewer: Viewer, name: string): boolean {
  const { imagesNeed } = resourceOf(resources, name);
  return imagesNeed === undefined || (viewer !== undefined && hasRight(viewer, imagesNeed, "read"));
}
