import { AppError, type FieldError } from "@jst/errors";
import type { HeaderStyle } from "@jst/tabular";
import {
  type Delimiter,
  FILE_PARAMETERS,
  type FileParameter,
  type ListFormat,
} from "@jst/tabular/parameters";
import type { JsonSchema } from "../validator.ts";
import { acceptedFormat } from "./accept.ts";

/** Wish for the file of a list. */
export interface FileRequest {
  format: Exclude<ListFormat, "json">;
  headers: HeaderStyle;
  delimiter: Delimiter;
  bom: boolean;
  neutralize: boolean;
  /** Keys of the columns; all when undefined. */
  fields: readonly string[] | undefined;
  /** Most items; all when undefined. */
  limit: number | undefined;
}

type Query = Readonly<Record<string, unknown>>;

/** Parts of a query: the list's own parameters, and what of the others asks for a file. */
export interface ReadForm {
  query: Query;
  file: FileRequest | undefined;
}

/** Parameters that place a page in a walk, of which a file has none. */
const OF_PAGES = ["cursor", "count"];

/**
 * Reads which form of a list is asked for, by `format` or else by Accept. Throws invalid_parameter for parameters of
 * the other form, all at once (moving.files).
 */
export function readForm(sent: Query, own: JsonSchema | null, accept: string | undefined): ReadForm {
  const format = (sent["format"] as ListFormat | undefined) ?? acceptedFormat(accept);
  const isOwn = (name: string) => Object.hasOwn(own?.["properties"] ?? {}, name);
  const options = (Object.keys(FILE_PARAMETERS) as FileParameter[]).filter((name) => name !== "format");
  const isOfFile = (name: string) => name === "format" || (options as string[]).includes(name);
  if (format === "json") {
    requireNone(
      sent,
      options.filter((name) => !isOwn(name)),
      "only for a file. Send format=csv or format=xlsx too",
    );
    return { query: without(sent, (name) => isOfFile(name) && !isOwn(name)), file: undefined };
  }
  requireNone(sent, OF_PAGES, "not for a file, which has all items. Remove it");
  if (format === "xlsx") requireNone(sent, ["delimiter", "bom", "neutralize"], "only for CSV. Remove it");
  return {
    query: without(sent, (name) => isOfFile(name) || name === "limit"),
    file: { format, ...optionsIn(sent) },
  };
}

function optionsIn(sent: Query): Omit<FileRequest, "format"> {
  const { headers, delimiter, bom, neutralize, fields, limit } = sent as Partial<FileRequest> & {
    fields?: string;
  };
  return {
    headers: headers ?? "label",
    delimiter: delimiter ?? "comma",
    bom: bom ?? false,
    neutralize: neutralize ?? true,
    fields: fields?.split(","),
    limit,
  };
}

function without(query: Query, isLeftOut: (name: string) => boolean): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !isLeftOut(name)));
}

function requireNone(sent: Query, names: readonly string[], reason: string): void {
  const errors = names
    .filter((name) => sent[name] !== undefined)
    .map((name): FieldError => ({
      field: name,
      code: "invalid_parameter",
      message: `This parameter is ${reason}.`,
    }));
  if (errors.length === 0) return;
  const list = errors.map(({ field }) => field).join(", ");
  throw new AppError(
    "invalid_parameter",
    `These parameters do not fit the form of the reply: ${list}. See errors.`,
    {
      errors,
    },
  );
}
