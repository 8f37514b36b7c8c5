import type { FieldError } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import {
  fits,
  isEmptyList,
  members,
  misfit,
  mismatch,
  type Reading,
  type TypeDefinition,
} from "./definition.ts";
import { json } from "./other-types.ts";

/** Files one cell names at most (limits.columns). */
export const FILES_MAX = 100;

/**
 * The id of a file or, with `multiple`, a list of distinct ones, none being an empty cell. That the team has them is
 * checked by the write of the row.
 */
export const file: TypeDefinition = {
  ...json,
  read: (value, { multiple }) => (multiple === true ? readMany(value) : readOne(value)),
  options: (options, at, errors) => members({ multiple: readFlag }, options, at, errors),
  refersTo: "file",
  adapt: (value, { multiple }) => {
    if (multiple === true) return Array.isArray(value) ? (value as unknown[]) : [value];
    return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  },
};

function readOne(value: unknown): Reading {
  if (typeof value !== "string") return mismatch("the id of a file");
  return isUuid(value)
    ? fits(value.toLowerCase())
    : misfit("not_found", "No file of your team has this id. Check the id.");
}

function readMany(value: unknown): Reading {
  if (!Array.isArray(value)) return mismatch("a list of ids of files");
  if (value.length > FILES_MAX) return misfit("too_many", `A cell can have at most ${FILES_MAX} files.`);
  const ids = new Set<unknown>();
  for (const [member, each] of value.entries()) {
    const { value: id, misfit: fault } = readOne(each);
    if (fault !== undefined) return { misfit: fault };
    if (ids.has(id))
      return {
        misfit: {
          code: "duplicate",
          message: "The cell has the same file twice. Send each file once.",
          member,
        },
      };
    ids.add(id);
  }
  return fits(isEmptyList(value) ? null : [...ids]);
}

function readFlag(value: unknown, at: string, errors: FieldError[]): boolean | undefined {
  if (typeof value === "boolean") return value;
  errors.push({
    field: at,
    code: "type_mismatch",
    message: "Must be true or false; true allows a list of files in each cell.",
  });
  return undefined;
}
