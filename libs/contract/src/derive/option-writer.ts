import {
  clone,
  create,
  fromJson,
  setExtension,
  type DescExtension,
  type DescField,
  type JsonValue,
  type Message,
  type Registry,
} from "@bufbuild/protobuf";
import {
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  MethodOptionsSchema,
  type FieldDescriptorProto,
  type MethodDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { FieldRules, JsonOption, RestOption } from "../options.ts";

/** The library types this only for options generated as code; ours are looked up by name. */
const write = setExtension as unknown as (options: Message, extension: DescExtension, value: Message) => void;

/** Writes our options into descriptors, as Options reads them. */
export class OptionWriter {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** The field with these rules and this JSON option, and no option besides. */
  field(field: DescField, rules: FieldRules, json: JsonOption): FieldDescriptorProto {
    const copy = clone(FieldDescriptorProtoSchema, field.proto);
    copy.options = create(FieldOptionsSchema);
    if (Object.keys(rules).length > 0) this.#set(copy.options, "buf.validate.field", rules as JsonValue);
    if (Object.keys(json).length > 0) this.#set(copy.options, "platform.v1.json", json as JsonValue);
    return copy;
  }

  /** Replaces the rules and the JSON option of a declared field; its other options stay. */
  replace({ proto }: DescField, rules: FieldRules, json: JsonOption): void {
    proto.options ??= create(FieldOptionsSchema);
    this.#set(proto.options, "buf.validate.field", rules as JsonValue);
    this.#set(proto.options, "platform.v1.json", json as JsonValue);
  }

  /** The field as one that is always there. */
  required(field: FieldDescriptorProto): FieldDescriptorProto {
    field.options = create(FieldOptionsSchema);
    this.#set(field.options, "buf.validate.field", { required: true });
    return field;
  }

  /** Replaces the option (platform.v1.rest) of a method. */
  rest(method: MethodDescriptorProto, rest: RestOption): void {
    method.options ??= create(MethodOptionsSchema);
    this.#set(method.options, "platform.v1.rest", rest as JsonValue);
  }

  #set(options: Message, name: string, value: JsonValue): void {
    const extension = this.#registry.getExtension(name);
    if (extension?.message === undefined) throw new Error(`the protos define no option ${name}`);
    write(options, extension, fromJson(extension.message, value, { registry: this.#registry }));
  }
}
