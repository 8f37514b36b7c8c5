import { AppError, toldNames, validationFailed, type FieldError } from "@jst/errors";
import { FILTER_BYTES_MAX, matcherOf } from "@jst/query";
import type { Stored } from "@jst/resource";
import type { TeamTx } from "@jst/db";
import type { WebhookValues } from "../../gen/resources.ts";
import { changedNames, filterFields, objectOf } from "./event-fields.ts";

type Given = Pick<WebhookValues, "events" | "filter" | "changed">;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Refuses a filter, or names of changed fields, that cannot judge the events of the endpoint (events.filter). Stores
 * the zone of the team by which a new filter is read.
 */
export function requireDemand(
  { context }: Pick<TeamTx, "context">,
  next: Stored<WebhookValues>,
  before: Stored<Given> | undefined,
): void {
  const parts = ["events", "filter", "changed"] as const;
  if (before !== undefined && parts.every((part) => isSame(next[part], before[part]))) return;
  const { filter, events, changed } = next;
  const isFiltered = filter !== null;
  if (!isFiltered && changed.length === 0) return;
  const object = requireOneObject(events, isFiltered ? "filter" : "changed");
  requireNames(object, changed);
  if (!isFiltered) return;
  const { timezone = "UTC", country } = context;
  const judgedIn = { timezone, ...(country === undefined ? {} : { country }) };
  requireFilter(object, filter, judgedIn);
  if (!isSame(filter, before?.filter)) (next as Record<string, unknown>)["judged_in"] = judgedIn;
}

/** Refuses a filter of no condition, before it is stored as none. */
export function requireWritten({ filter }: { filter?: object | null | undefined }): void {
  if (filter == null || Object.keys(filter).length > 0) return;
  throw refused("$", "The filter is empty. Send a condition, or null to receive all events.");
}

/** Returns the object that all of the types are about; the fields of a filter are those of one list. */
function requireOneObject(events: readonly string[], member: string): string {
  const objects = [...new Set(events.map(objectOf))];
  const [object = ""] = objects;
  if (objects.length === 1 && filterFields(object) !== undefined) return object;
  const message =
    objects.length > 1
      ? `An endpoint with a filter or with changed receives events about one kind of object, and these are about ${toldNames(objects)}. Name types of one kind in events, or make an endpoint for each.`
      : `Events of the type ${events[0] ?? ""} cannot be filtered. Set filter to null and changed to [].`;
  throw refused("$", message, member === "changed" ? "filter" : member);
}

function requireNames(object: string, changed: readonly string[]): void {
  const names = changedNames(object);
  const errors = changed.flatMap((name, at): FieldError[] =>
    names.has(name)
      ? []
      : [
          {
            field: `changed.${at}`,
            code: "invalid_value",
            message: `'${name}' is not a field whose change events show. Use one of: ${toldNames([...names])}.`,
          },
        ],
  );
  if (errors.length > 0) throw validationFailed(errors);
}

function requireFilter(
  object: string,
  filter: unknown,
  context: { timezone: string; country?: string },
): void {
  if (Buffer.byteLength(JSON.stringify(filter)) > FILTER_BYTES_MAX)
    throw refused("$", `The filter is longer than ${FILTER_BYTES_MAX} bytes. Shorten it.`);
  try {
    matcherOf(filter, filterFields(object) ?? new Map(), context);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_filter") throw error;
    throw refused(String(error.extension["position"]), error.message);
  }
}

/** Refuses a filter in a body, with the place of the fault in it. */
function refused(position: string, message: string, field = "filter"): AppError {
  const errors = [{ field, code: "invalid_filter", message }];
  return new AppError("validation_failed", `This field is not valid: ${field}. See errors.`, {
    errors,
    extension: { position },
  });
}
