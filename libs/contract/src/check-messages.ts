import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Fault } from "./contract-error.ts";
import { SchemaBuilder } from "./json-schema.ts";
import { isFreeForm, logicalMessagesOf } from "./logical.ts";
import type { Rpc } from "./model.ts";
import type { Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** Members of logical messages that JSON, JSON Schema or a query string cannot carry. */
export function messageFaults(rpcs: readonly Rpc[], options: Options): Fault[] {
  const queries = new Set(rpcs.map((rpc) => rpc.query));
  const builder = new SchemaBuilder(options, "#/$defs/");
  return logicalMessagesOf(rpcs).flatMap((message) =>
    message.fields.flatMap((field) => {
      const faults = memberFaults(field, options, builder);
      if (queries.has(message) && field.fieldKind !== "scalar") faults.push("is in a query and not a scalar");
      if (isPathField(rpcs, message, field)) {
        faults.push("is named like a path field, whose place the transcoder would let it take; rename it");
      }
      return faults.map((fault) => located(message, field, fault));
    }),
  );
}

function isPathField(rpcs: readonly Rpc[], message: DescMessage, field: DescField): boolean {
  return rpcs.some((rpc) => rpc.query === message && rpc.pathFields.includes(field.name));
}

function memberFaults(field: DescField, options: Options, builder: SchemaBuilder): string[] {
  const json = options.json(field);
  const isFree = field.message !== undefined && isFreeForm(field.message);
  const faults: string[] = [];
  if (field.enum) return ["is an enum; write a string with (buf.validate.field).string.in"];
  if (field.oneof) faults.push("is in a oneof, which JSON does not show; make it a plain member");
  if (isFree !== (json.freeform ?? false)) {
    faults.push("is free-form in type or in (platform.v1.json).freeform, but not in both");
  }
  if (json.example !== undefined && !isJson(json.example)) faults.push("has an example that is not JSON");
  if (json.shown_to !== undefined && json.nullable !== true)
    faults.push("is shown to few and not nullable; to all others it is null");
  if (faults.length > 0) return faults;
  builder.field(field);
  const unsupported = builder.unsupported.get(field) ?? [];
  return unsupported.map(
    (rule) => `has the rule ${rule}, which no JSON Schema keyword says; nothing would enforce it`,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function located(message: DescMessage, field: DescField, fault: string): Fault {
  return { at: sourceOf(field).at, message: `${message.typeName}.${field.name} ${fault}` };
}
