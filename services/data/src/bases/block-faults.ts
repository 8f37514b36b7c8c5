import type { FieldError } from "@jst/errors";

const METADATA_BYTES_MAX = 8_192;

/** Members that each type needs, and others that it may have; metadata may be of any. */
const types: Readonly<Record<string, { needs: readonly string[]; takes: readonly string[] }>> = {
  heading: { needs: ["text"], takes: ["level"] },
  paragraph: { needs: ["text"], takes: [] },
  list_item: { needs: ["text"], takes: ["level"] },
  quote: { needs: ["text"], takes: [] },
  code: { needs: ["text"], takes: ["language"] },
  table: { needs: ["text"], takes: [] },
  file_ref: { needs: ["file_id"], takes: ["text"] },
  link: { needs: ["url"], takes: ["text"] },
};

/** Members that depend on the type. */
const members = [...new Set(Object.values(types).flatMap(({ needs, takes }) => [...needs, ...takes]))];

/** Finds the faults of the blocks in a body by their types. The schema finds the others. */
export function blockFaults(body: unknown): FieldError[] {
  const { blocks } = (body ?? {}) as { blocks?: unknown };
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((block: unknown, index) =>
    faultsOf(block).map((fault) => at(`blocks.${index}`, fault)),
  );
}

function faultsOf(block: unknown): FieldError[] {
  if (typeof block !== "object" || block === null) return [];
  const given = block as Readonly<Record<string, unknown>>;
  return [...typeFaults(given), ...urlFaults(given["url"]), ...metadataFaults(given["metadata"])];
}

function typeFaults(given: Readonly<Record<string, unknown>>): FieldError[] {
  const type = String(given["type"]);
  const form = Object.hasOwn(types, type) ? types[type] : undefined;
  if (form === undefined) return [];
  const { needs, takes } = form;
  const missing = needs.filter((name) => given[name] === undefined);
  const other = members.filter((name) => given[name] !== undefined && ![...needs, ...takes].includes(name));
  return [
    ...missing.map((field) => ({
      field,
      code: "required",
      message: `A block of type ${type} needs this field.`,
    })),
    ...other.map((field) => ({
      field,
      code: "unknown_field",
      message: `A block of type ${type} cannot have this field. Remove it.`,
    })),
  ];
}

function urlFaults(url: unknown): FieldError[] {
  if (typeof url !== "string" || url === "") return [];
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return [];
  return [{ field: "url", code: "invalid_format", message: "Must be an http or https URL." }];
}

function metadataFaults(metadata: unknown): FieldError[] {
  if (typeof metadata !== "object" || Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES_MAX)
    return [];
  return [
    {
      field: "metadata",
      code: "too_long",
      message: "Must be at most 8 KiB as JSON. Send fewer or shorter values.",
    },
  ];
}

function at(place: string, { field, ...rest }: FieldError): FieldError {
  return { field: `${place}.${field}`, ...rest };
}
