import { ScalarType, type DescField, type DescMethod } from "@bufbuild/protobuf";
import type { Binding } from "./model.ts";

const BODY = "google.api.HttpBody";
const FREE_FORM = new Set(["google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue"]);

/** Needs of a wire request: the fields of its paths as strings, and `body` if there is one. */
export interface WireNeeds {
  bindings: readonly Binding[];
  hasBody: boolean;
  isInternal: boolean;
}

/** Faults of an rpc's request and reply on the wire (operation.wire). */
export function wireFaults(method: DescMethod, needs: WireNeeds): string[] {
  const faults: string[] = [];
  if (method.methodKind !== "unary") faults.push("streams; every rpc is unary");
  if (method.output.typeName !== BODY) {
    faults.push(
      `returns ${method.output.typeName}; the reply on the wire is ${BODY}, its message is named in (platform.v1.rest).response`,
    );
  }
  const pathFields = new Set(needs.bindings.flatMap((binding) => binding.template.fields));
  for (const field of method.input.fields) faults.push(...fieldFaults(field, pathFields, needs));
  faults.push(...pathFaults(method, needs));
  if (needs.hasBody && !method.input.fields.some((field) => field.name === "body")) {
    faults.push(`has a body, but ${method.input.name} no field \`${BODY} body\`; add it`);
  }
  return faults;
}

function fieldFaults(field: DescField, pathFields: ReadonlySet<string>, needs: WireNeeds): string[] {
  const where = `${field.parent.name}.${field.name}`;
  const type = field.message?.typeName ?? "";
  if (FREE_FORM.has(type))
    return [`${where} is a ${type} on the wire; take it from the JSON body, through a logical message`];
  if (type === BODY) {
    if (field.name !== "body") return [`${where} is a ${BODY}; it must be named body`];
    if (needs.hasBody || needs.isInternal) return [];
    return [`${where} is a body, but the rpc binds none; add body: "body" or remove the field`];
  }
  if (!pathFields.has(field.name)) {
    return needs.isInternal
      ? [`${where} is on the wire of an internal rpc; its input is the JSON body alone`]
      : [
          `${where} is in no path, so the transcoder would bind it as a query parameter; move it to the query message of (platform.v1.rest)`,
        ];
  }
  if (field.fieldKind !== "scalar" || field.scalar !== ScalarType.STRING) {
    return [`path field ${where} is not a string; ids arrive as text and are checked by the handler`];
  }
  return [];
}

function pathFaults(method: DescMethod, needs: WireNeeds): string[] {
  const names = new Set(method.input.fields.map((field) => field.name));
  return needs.bindings.flatMap(({ template }) => {
    const faults = template.fields
      .filter((name) => !names.has(name))
      .map((name) => `path ${template.text} names {${name}}, which ${method.input.name} has no field for`);
    const missing =
      needs.bindings[0]?.template.fields.filter((name) => !template.fields.includes(name)) ?? [];
    return [...faults, ...missing.map((name) => `alias ${template.text} lacks {${name}} of the first path`)];
  });
}
