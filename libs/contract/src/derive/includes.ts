import {
  clone,
  type DescField,
  type DescFile,
  type DescMessage,
  type FileRegistry,
} from "@bufbuild/protobuf";
import { FieldDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { ContractError } from "../contract-error.ts";
import type { Options } from "../options.ts";
import { sourceOf } from "../source.ts";
import { FileBuilder, type DerivedField } from "./file-builder.ts";

/** Gives messages the members of those that they include (platform.v1.includes), in the order of their numbers. */
export function addIncluded(files: readonly DescFile[], registry: FileRegistry, options: Options): void {
  for (const file of files) {
    for (const message of file.messages) {
      const name = options.included(message);
      if (name !== undefined)
        new FileBuilder(file).replace(
          message,
          mergedMembers(message, includedMembers(message, name, registry)),
        );
    }
  }
}

function includedMembers(message: DescMessage, name: string, registry: FileRegistry): readonly DescField[] {
  const { fields } =
    registry.getMessage(name) ?? refuse(message, `includes ${name}, which no proto declares`);
  const nested = fields.find((field) => field.message !== undefined || field.enum !== undefined);
  if (nested !== undefined) refuse(message, `includes ${name}, whose member ${nested.name} is not a scalar`);
  return fields;
}

function mergedMembers(message: DescMessage, included: readonly DescField[]): DerivedField[] {
  const own = new Set(message.fields.map(({ name }) => name));
  const all = [...message.fields, ...included.filter(({ name }) => !own.has(name))];
  const numbers = new Map<number, string>();
  for (const { number, name } of all) {
    const first = numbers.get(number);
    if (first !== undefined)
      refuse(message, `has the members ${first} and ${name} with one number, ${number}`);
    numbers.set(number, name);
  }
  return all
    .toSorted((a, b) => a.number - b.number)
    .map((from) => ({ from, proto: clone(FieldDescriptorProtoSchema, from.proto) }));
}

function refuse(message: DescMessage, fault: string): never {
  throw new ContractError([{ at: sourceOf(message).at, message: `${message.typeName} ${fault}` }]);
}
