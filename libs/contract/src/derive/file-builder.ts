import { create, type DescField, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  SourceCodeInfo_LocationSchema,
  SourceCodeInfoSchema,
  type DescriptorProto,
  type FieldDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { sourceOf } from "../source.ts";

/** One member of a derived message and the declared field it follows from, whose comment and place are its own. */
export interface DerivedField {
  proto: FieldDescriptorProto;
  from: DescField;
  /** A better comment than that of `from`. */
  comment?: string;
  /** A place that is known already. */
  at?: string;
}

function placeAndComment({ from, comment, at }: DerivedField): { at: string; comment: string } {
  if (at !== undefined && comment !== undefined) return { at, comment };
  const source = sourceOf(from);
  return { at: at ?? source.at, comment: comment ?? source.comment };
}

/** Numbers of descriptor.proto in the path of a declaration. */
const MESSAGES = 4;
const FIELDS = 2;

/** Adds messages to a file of the set that was read. */
export class FileBuilder {
  readonly #file: DescFile;

  constructor(file: DescFile) {
    this.#file = file;
  }

  /** True for a message that is declared by hand. */
  has(name: string): boolean {
    return this.#file.proto.messageType.some((message) => message.name === name);
  }

  /** Adds a message that stands where `origin` does; one that is declared by hand gets the members it lacks. */
  add(name: string, fields: readonly DerivedField[], origin: DescMessage): void {
    const declared = this.#file.proto.messageType.find((message) => message.name === name);
    if (declared !== undefined) {
      const names = new Set(declared.field.map((field) => field.name));
      this.#append(
        declared,
        fields.filter(({ proto }) => !names.has(proto.name)),
      );
      return;
    }
    const message = create(DescriptorProtoSchema, { name });
    this.#file.proto.messageType.push(message);
    this.#locate([MESSAGES, this.#file.proto.messageType.length - 1], sourceOf(origin).at, "");
    this.#append(message, fields);
  }

  /** Gives a declared message other members; its own ones may be among them. */
  replace(message: DescMessage, fields: readonly DerivedField[]): void {
    const commented = fields.map((field) => ({ ...field, ...placeAndComment(field) }));
    const index = this.#file.proto.messageType.indexOf(message.proto);
    const info = this.#file.proto.sourceCodeInfo;
    if (info !== undefined) {
      info.location = info.location.filter(
        ({ path }) => !(path[0] === MESSAGES && path[1] === index && path.length > 2),
      );
    }
    message.proto.field = [];
    this.#append(message.proto, commented);
  }

  /** Makes sure that the file may name what another declares. */
  depend(on: DescFile): void {
    const name = `${on.name}.proto`;
    const { dependency } = this.#file.proto;
    if (name !== this.#file.proto.name && !dependency.includes(name)) dependency.push(name);
  }

  #append(message: DescriptorProto, fields: readonly DerivedField[]): void {
    const index = this.#file.proto.messageType.indexOf(message);
    for (const field of fields) {
      const { at, comment } = placeAndComment(field);
      const place = message.field.push(field.proto) - 1;
      this.#locate([MESSAGES, index, FIELDS, place], at, comment);
    }
  }

  #locate(path: number[], at: string, leadingComments: string): void {
    const line = Number(/:(\d+)$/.exec(at)?.[1] ?? 1) - 1;
    this.#file.proto.sourceCodeInfo ??= create(SourceCodeInfoSchema);
    const location = create(SourceCodeInfo_LocationSchema, { path, span: [line, 0, 0], leadingComments });
    this.#file.proto.sourceCodeInfo.location.push(location);
  }
}
