import type { TeamTx } from "@jst/db";
import { composedTexts } from "@jst/values";
import type { Change, Image } from "../changes.ts";
import { resourceOf, type Resource, type Resources } from "../resource.ts";

/**
 * Writes images in NFC, as a write does: an undo compares and restores texts that may have been stored in another
 * spelling (conventions.normalization). What is stored of the images stays.
 */
export async function composedChanges(
  tx: TeamTx,
  resources: Resources,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  for (const [name, own] of Map.groupBy(changes, ({ resource }) => resource))
    await composedImages(
      tx,
      resourceOf(resources, name),
      own.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
    );
  return changes;
}

/** Writes the images in NFC, in place. */
export async function composedImages(
  tx: TeamTx,
  { exact }: Resource,
  images: readonly Image[],
): Promise<readonly Image[]> {
  const exactOf = await exact?.(tx, images);
  for (const image of images) composedTexts(image, { exact: exactOf?.(image) ?? [] });
  return images;
}
