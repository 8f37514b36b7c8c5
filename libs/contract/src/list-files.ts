import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { isFreeForm } from "./logical.ts";
import type { Rpc } from "./model.ts";
import type { Options } from "./options.ts";

/** List that is also answered as a file: the member with its items, and their message. */
export interface List {
  plural: string;
  item: DescMessage;
}

/** Kind of a column, as libs/tabular has it. */
type Kind = "text" | "number" | "money" | "boolean" | "date" | "instant" | "list" | "json";

/** Column of the file of a list: its key, its kind, and for money the key of its currency. */
type Column = [key: string, kind: Kind, currency?: string];

/** Returns the list that an rpc answers: pages of the items of one plural name (moving.files). */
export function listOf({ bindings, response }: Rpc): List | undefined {
  const names = new Set(response.fields.map(({ name }) => name));
  const isPaged = names.has("next_cursor") && names.has("has_more") && !names.has("id");
  if (!isPaged || !bindings.every(({ verb }) => verb === "GET")) return undefined;
  const lists = response.fields.flatMap((field) =>
    field.fieldKind === "list" && field.message !== undefined && !isFreeForm(field.message)
      ? [{ plural: field.name, item: field.message }]
      : [],
  );
  return lists.length === 1 ? lists[0] : undefined;
}

/** Name of the service whose methods stream the lists of another. */
export function streamingService(service: string): string {
  return `${service}Files`;
}

/** Members of an item that has pages of its own. */
const OF_PAGES: ReadonlySet<string> = new Set(["rows", "next_cursor", "has_more"]);

/** Columns of the items: id first, then as the schema has them; an object is spread one level deep (moving.columns). */
export function columnsOf({ item }: List, options: Options): Column[] {
  const isPaged = item.fields.some(({ name }) => name === "next_cursor");
  const fields = item.fields.filter(({ name }) => !(isPaged && OF_PAGES.has(name)));
  const columns = fields.flatMap((field) => {
    if (field.fieldKind !== "message" || isFreeForm(field.message))
      return [columnOf(field, item, "", options)];
    const { name, message } = field;
    return message.fields.map((member) => columnOf(member, message, `${name}.`, options));
  });
  const isId = ([key]: Column) => key === "id";
  return [...columns.filter(isId), ...columns.filter((column) => !isId(column))];
}

function columnOf(field: DescField, message: DescMessage, prefix: string, options: Options): Column {
  const key = `${prefix}${field.name}`;
  const kind = kindOf(field, message, options);
  return kind === "money" ? [key, kind, `${prefix}currency`] : [key, kind];
}

function kindOf(field: DescField, message: DescMessage, options: Options): Kind {
  if (field.fieldKind === "list") return field.message === undefined ? "list" : "json";
  if (field.fieldKind !== "scalar") return "json";
  const schema = options.json(field).format;
  if (schema === "date-time") return "instant";
  if (schema === "date") return "date";
  if (isAmount(field, message)) return "money";
  return KINDS[field.scalar] ?? "number";
}

/** Kinds of scalars that are not numbers. */
const KINDS: Readonly<Partial<Record<ScalarType, Kind>>> = {
  [ScalarType.BOOL]: "boolean",
  [ScalarType.STRING]: "text",
  [ScalarType.BYTES]: "text",
};

/** Tests for an amount in the smallest unit of the currency beside it (conventions.values). */
function isAmount(field: DescField, message: DescMessage): boolean {
  const hasCurrency = message.fields.some(({ name }) => name === "currency");
  return (
    hasCurrency &&
    field.fieldKind === "scalar" &&
    field.scalar === ScalarType.INT64 &&
    field.name !== "version"
  );
}
