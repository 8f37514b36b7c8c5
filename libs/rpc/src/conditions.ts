import { AppError } from "@jst/errors";
import { ENTITY_TAG } from "@jst/query";
import type { Incoming } from "./incoming.ts";

/** Versions one If-Match may list: each costs a transaction. */
const VERSIONS_MAX = 8;

/** A version that nothing has. */
const NONE = -1;

/**
 * Returns the versions of an If-Match or If-None-Match header, which is a list of entity tags or `*`; undefined for any
 * version. A compressed reply has the weak form of a strong tag. A foreign tag equals no version.
 */
export function versionsOf(header: string): readonly number[] | undefined {
  if (header.trim() === "*") return undefined;
  const versions = tagsOf(header).map((tag) => Number(/^(?:W\/)?"(\d{1,15})"$/.exec(tag)?.[1] ?? NONE));
  return versions.length === 0 ? [NONE] : [...new Set(versions)];
}

/** Members of a list; a comma in quotes is part of one. In one pass: a header may have 60 KiB. */
function tagsOf(header: string): string[] {
  const tags: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= header.length; at += 1) {
    if (header[at] === '"') isQuoted = !isQuoted;
    if (at < header.length && (isQuoted || header[at] !== ",")) continue;
    tags.push(header.slice(from, at).trim());
    from = at + 1;
  }
  return tags.filter((tag) => tag !== "");
}

/** Tells whether If-None-Match names a version, or a tag that is not a version; `*` names every one. */
export function knownVersions(incoming: Incoming): (tag: number | string) => boolean {
  const header = incoming.header("if-none-match");
  if (header === undefined) return () => false;
  const versions = versionsOf(header);
  if (versions === undefined) return () => true;
  const tags = tagsOf(header).map((tag) => tag.replace(/^W\//, ""));
  return (tag) => (typeof tag === "number" ? versions.includes(tag) : tags.includes(`"${tag}"`));
}

const TAG = new RegExp(`^${ENTITY_TAG}$`);

/**
 * Returns the versions that the If-Match of a write lists; undefined for any, and without the header. A header that is
 * not a list of entity tags is malformed and throws invalid_parameter.
 */
export function matchedVersions(incoming: Pick<Incoming, "header">): readonly number[] | undefined {
  const header = incoming.header("if-match");
  if (header === undefined || header.trim() === "*") return undefined;
  const tags = tagsOf(header);
  if (tags.length === 0 || !tags.every((tag) => TAG.test(tag)))
    throw new AppError(
      "invalid_parameter",
      'If-Match is not valid. Send the ETag in double quotes, such as "3". To change any version, send *.',
    );
  const versions = versionsOf(header);
  if (versions !== undefined && versions.length > VERSIONS_MAX)
    throw new AppError(
      "invalid_parameter",
      `If-Match has more than ${VERSIONS_MAX} versions, which is the maximum. Send fewer versions.`,
    );
  return versions;
}

/**
 * Runs a call for each of the versions until one is the present one; a run for another changes nothing. If any version
 * will do, it runs once.
 */
export async function uponAny<T>(
  versions: readonly number[] | undefined,
  run: (version: number | undefined) => Promise<T>,
): Promise<T> {
  if (versions === undefined) return run(undefined);
  for (const version of versions.slice(0, -1)) {
    try {
      return await run(version);
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.code === "version_conflict")) throw thrown;
    }
  }
  return run(versions.at(-1));
}
