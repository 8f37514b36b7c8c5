import { sortTexts } from "@jst/query";
import { isUuid } from "@jst/rpc";
import {
  fits,
  isEmptyList,
  misfit,
  mismatch,
  noOptions,
  type Reading,
  type TypeDefinition,
} from "./definition.ts";
import { cellTexts } from "./choice-types.ts";
import { cellText } from "./text-types.ts";

/** Rows one cell names at most (limits.columns). */
const TARGETS_MAX = 100;

/**
 * The id of a row of another table, or a list of distinct ones, none being an empty cell. That they are there is
 * checked by the write of the row.
 */
export const relation: TypeDefinition = {
  read: (value, { relation }) => (relation?.cardinality === "many" ? readMany(value) : readOne(value)),
  field: (name, { relation }) => ({
    ...(relation?.cardinality === "many"
      ? { kind: "uuids", sql: cellTexts(name), sort: sortTexts(cellTexts(name)) }
      : { kind: "uuid", sql: cellText(name), type: "text" }),
    ...((relation?.display_column ?? null) === null ? {} : { isJoined: true }),
  }),
  options: noOptions,
  comparable: true,
  mayBeBlank: true,
  refersTo: "row",
  adapt: (value, { relation }) => {
    if (relation?.cardinality === "many") return Array.isArray(value) ? (value as unknown[]) : [value];
    return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  },
};

function readOne(value: unknown): Reading {
  if (typeof value !== "string") return mismatch("the id of a row");
  return isUuid(value) ? fits(value.toLowerCase()) : notThere();
}

function readMany(value: unknown): Reading {
  if (!Array.isArray(value)) return mismatch("a list of ids of rows");
  if (value.length > TARGETS_MAX)
    return misfit("too_many", `A cell can link to at most ${TARGETS_MAX} rows.`);
  const ids: unknown[] = [];
  for (const [index, each] of value.entries()) {
    const { value: id, misfit: fault } = readOne(each);
    if (fault !== undefined) return { misfit: { ...fault, member: index } };
    if (ids.includes(id))
      return {
        misfit: {
          code: "duplicate",
          message: "The cell links the same row twice. Send each row once.",
          member: index,
        },
      };
    ids.push(id);
  }
  return fits(isEmptyList(ids) ? null : ids);
}

/** The words are the same for a row that is absent, deleted or another team's. */
export const rowNotFound = { code: "not_found", message: "No row of the table has this id. Check the id." };

function notThere(): Reading {
  return misfit(rowNotFound.code, rowNotFound.message);
}
