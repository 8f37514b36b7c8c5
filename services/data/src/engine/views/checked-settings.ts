import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { compileFilter, Params, parseSort } from "@jst/query";
import { changedCells } from "../cells/cells.ts";
import type { TableSchema } from "../schema/schema.ts";
import { renamed, usesOf, type ViewSettings } from "./settings.ts";

/**
 * The settings as they are stored. Every column they name is one of the table, every filter and sort is one that a list
 * takes, every cell of an action fits. Throws unknown_column or validation_failed with every fault at once.
 */
export function checkedSettings(settings: ViewSettings, schema: TableSchema, timezone: string): ViewSettings {
  const unknown = usesOf(settings)
    .filter(
      ({ name, isColumn }) =>
        !(isColumn ? schema.columns : schema.fields).has(name) && !schema.columns.has(name),
    )
    .map(({ at }) => ({
      field: at,
      code: "unknown_column",
      message: "The table does not have this column. Read the table to see its columns.",
    }));
  const errors = [
    ...unknown,
    ...filterFaults(settings, schema, timezone),
    ...sortFaults(settings, schema),
    ...formatFaults(settings),
    ...layoutFaults(settings, schema),
  ].filter((error, index, all) => all.findIndex(({ field }) => field === error.field) === index);
  if (unknown.length > 0) {
    const places = unknown.map(({ field }) => field).slice(0, 5);
    throw new AppError(
      "unknown_column",
      `The table does not have the columns at these places: ${places.join(", ")}. Check the names.`,
      { errors },
    );
  }
  if (errors.length > 0) throw validationFailed(errors);
  return renamed(settings, ({ name }) => schema.columns.get(name)?.id ?? name);
}

function filterFaults(settings: ViewSettings, schema: TableSchema, timezone: string): FieldError[] {
  const filters = settings.conditional_formats.map(({ filter }, index) => ({
    at: `conditional_formats.${index}.filter`,
    filter,
  }));
  if (settings.filters !== null) filters.push({ at: "filters", filter: settings.filters });
  return filters.flatMap(({ at, filter }) =>
    faultOf(
      () => compileFilter(JSON.stringify(filter), schema.fields, new Params(), { timezone }),
      (error) => `${at}${placeOf(error)}`,
    ),
  );
}

/** Each sort by itself, so that every fault has its place, then all of them together. */
function sortFaults({ sorts }: ViewSettings, schema: TableSchema): FieldError[] {
  const single = sorts.flatMap(({ field, direction }, index) =>
    faultOf(
      () => parseSort(`${field}:${direction}`, schema.fields, "id:asc"),
      () => `sorts.${index}.field`,
    ),
  );
  if (single.length > 0 || sorts.length === 0) return single;
  return faultOf(
    () => parseSort(sortTextOf(sorts), schema.fields, "id:asc"),
    () => "sorts",
  );
}

/** The sorts as `sort` of a list spells them. */
export function sortTextOf(sorts: ViewSettings["sorts"]): string {
  return sorts.map(({ field, direction }) => `${field}:${direction}`).join(",");
}

function formatFaults({ conditional_formats: formats }: ViewSettings): FieldError[] {
  return formats.flatMap(({ scope, column }, index) => {
    const field = `conditional_formats.${index}.column`;
    if (scope === "cell" && column === undefined)
      return [
        {
          field,
          code: "required",
          message: 'A format with the scope "cell" needs the field column. Send the name of a column.',
        },
      ];
    if (scope === "row" && column !== undefined)
      return [
        {
          field,
          code: "invalid_value",
          message:
            'A format with the scope "row" cannot have a column. Remove column, or send the scope "cell".',
        },
      ];
    return [];
  });
}

function layoutFaults({ record_review_layout: layout }: ViewSettings, schema: TableSchema): FieldError[] {
  if (layout === null) return [];
  const at = "record_review_layout";
  const errors: FieldError[] = [];
  const state = layout.state_column ?? undefined;
  if (state !== undefined && schema.columns.get(state)?.type !== "state")
    errors.push({
      field: `${at}.state_column`,
      code: "invalid_value",
      message: "Must be the name of a state column of this table.",
    });
  for (const [index, { set }] of (layout.actions ?? []).entries()) {
    const place = `${at}.actions.${index}.set`;
    if (Object.keys(set).length === 0)
      errors.push({
        field: place,
        code: "required",
        message:
          'The action does not change a cell. Send at least one column with its value in set, such as {"status": "done"}.',
      });
    errors.push(...cellFaults(set, schema, place));
  }
  return errors;
}

/** The faults a PATCH of a row with these cells would have. */
function cellFaults(set: Record<string, unknown>, schema: TableSchema, place: string): FieldError[] {
  try {
    changedCells(schema, set);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.errors ?? []).map((fault) => ({
      ...fault,
      field: fault.field.replace(/^data/, () => place),
    }));
  }
}

function faultOf(check: () => unknown, at: (error: AppError) => string): FieldError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ field: at(error), code: error.code, message: error.message }];
  }
}

/** The filter's `$.and[0].op` as the end of a dotted path. */
function placeOf({ extension }: AppError): string {
  const position = typeof extension["position"] === "string" ? extension["position"] : "$";
  return position.slice(1).replaceAll(/\[(\d+)\]/g, ".$1");
}
