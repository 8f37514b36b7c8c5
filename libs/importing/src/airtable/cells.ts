import { durationText, listText } from "@jst/tabular";
import { sourceText, type Cell, type CellFile } from "@jst/tabular/read";
import { isObject, member, type BaseField } from "./base.ts";

/** Digits of a number that a percentage has. */
const DIGITS = 15;

/** Returns a value of a field as a cell; errors of formulas are empty. */
export function cellOf(
  { type, options }: Pick<BaseField, "type" | "options">,
  value: unknown,
  place = "",
): Cell {
  if (value === undefined || value === null) return type === "checkbox" ? false : null;
  if (type === "multipleAttachments") return filesOf(value, place);
  if (Array.isArray(value)) return listOf({ type, options }, value);
  if (isObject(value)) return textOf(value);
  const { result } = options;
  if (result) return cellOf(result, value);
  if (typeof value === "number") {
    if (type === "percent") return { percent: Number((value * 100).toPrecision(DIGITS)) };
    return type === "duration" ? durationText(value) : value;
  }
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  return type === "date" ? { date: value } : value;
}

/** Types whose cells are lists, also of one. */
const LISTS = ["multipleRecordLinks", "multipleSelects"];

function listOf({ type, options }: Pick<BaseField, "type" | "options">, values: readonly unknown[]): Cell {
  const item = options.result ?? { type: "", options: {} };
  const cells = values.map((one) => cellOf(item, one)).filter((cell) => cell !== null);
  const [first = null] = cells;
  if (cells.length <= 1 && !LISTS.includes(type)) return first;
  return listText(cells.map(sourceText));
}

/** Returns attachments as files that a run loads. */
function filesOf(value: unknown, place: string): Cell {
  const files = (Array.isArray(value) ? value : []).flatMap((one): CellFile[] => {
    const [id, name, url] = ["id", "filename", "url"].map((key) => member(one, key));
    if (typeof id !== "string" || typeof url !== "string") return [];
    return [{ id, name: typeof name === "string" ? name : id, url, place }];
  });
  return files.length === 0 ? null : { files };
}

/** Returns people, attachments, barcodes and texts of an AI as texts. */
function textOf(value: Record<string, unknown>): Cell {
  if ("specialValue" in value || "error" in value) return null;
  const { filename, url } = value;
  if (typeof filename === "string" && typeof url === "string") return `${filename} (${url})`;
  const known = [value["name"], value["email"], value["text"], value["value"], value["label"]];
  const found = known.find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found : "state" in value ? null : JSON.stringify(value);
}

/** Returns the files of a value that the run loads; undefined for any other value. */
export function filesIn(value: unknown): readonly CellFile[] | undefined {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 0 && all.every(isFile) ? all : undefined;
}

const isFile = (value: unknown): value is CellFile => isObject(value) && "place" in value && "url" in value;

/** Returns data without the files that the run loads, as rows are judged. */
export const withoutFiles = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => filesIn(value) === undefined));
