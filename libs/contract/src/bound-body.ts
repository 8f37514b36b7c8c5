import { create, fromJson, toBinary, type JsonValue } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type DescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Protos } from "./load.ts";
import type { HttpOption } from "./options.ts";

const BODY = "body";
/** Behind every number that a request message of ours has. */
const BODY_NUMBER = 1_000;

/**
 * Gives the request message of an rpc that takes no body a field for one. Without it the transcoder reads what a client
 * sends into the path fields, past the path (conventions.members).
 */
export function addBody(message: DescriptorProto): void {
  if (message.field.some(({ name }) => name === BODY)) return;
  const field = create(FieldDescriptorProtoSchema, {
    name: BODY,
    number: BODY_NUMBER,
    label: FieldDescriptorProto_Label.OPTIONAL,
    type: FieldDescriptorProto_Type.MESSAGE,
    typeName: ".google.api.HttpBody",
    jsonName: BODY,
  });
  message.field.push(field);
}

/** The bytes of an HTTP option, as an option of a method holds them, with the body bound to that field. */
export function boundBody(protos: Protos, http: HttpOption): Uint8Array {
  const rule = protos.registry.getMessage("google.api.HttpRule");
  if (rule === undefined) throw new Error("The protos define no google.api.HttpRule.");
  const bound = fromJson(rule, withBody(http) as unknown as JsonValue);
  return new BinaryWriter().bytes(toBinary(rule, bound)).finish();
}

function withBody(http: HttpOption): HttpOption {
  const more = http.additional_bindings?.map((binding) => ({ ...binding, body: BODY }));
  return { ...http, body: BODY, ...(more && { additional_bindings: more }) };
}
