import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  MethodDescriptorProtoSchema,
  ServiceDescriptorProtoSchema,
  type FieldDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { changesDescriptor } from "@jst/changes";

const BODY = ".google.api.HttpBody";

/** Wire messages of the notes service, as the generator makes them of protos. */
export const notesDescriptor: Buffer = descriptorOf({
  ListNotes: [],
  CreateNote: ["body"],
  GetNote: ["note_id"],
  UpdateNote: ["note_id", "body"],
  ArchiveNote: ["note_id"],
});

function descriptorOf(rpcs: Readonly<Record<string, readonly string[]>>): Buffer {
  const { file } = fromBinary(FileDescriptorSetSchema, changesDescriptor);
  const own = create(FileDescriptorProtoSchema, {
    name: "notes/v1/notes.proto",
    package: "notes.v1",
    syntax: "proto3",
    dependency: ["google/api/httpbody.proto"],
    messageType: Object.entries(rpcs).map(([method, fields]) =>
      create(DescriptorProtoSchema, { name: `${method}Request`, field: fields.map(fieldOf) }),
    ),
    service: [
      create(ServiceDescriptorProtoSchema, {
        name: "Notes",
        method: Object.keys(rpcs).map((name) =>
          create(MethodDescriptorProtoSchema, {
            name,
            inputType: `.notes.v1.${name}Request`,
            outputType: BODY,
          }),
        ),
      }),
    ],
  });
  const shared = file.filter(({ name }) => name.startsWith("google/"));
  return Buffer.from(
    toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...shared, own] })),
  );
}

function fieldOf(name: string, index: number): FieldDescriptorProto {
  const isBody = name === "body";
  return create(FieldDescriptorProtoSchema, {
    name,
    number: index + 1,
    label: FieldDescriptorProto_Label.OPTIONAL,
    type: isBody ? FieldDescriptorProto_Type.MESSAGE : FieldDescriptorProto_Type.STRING,
    typeName: isBody ? BODY : "",
  });
}
