import type { DescField, DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";

type Described = DescField | DescMessage | DescMethod | DescService;

/** Source position and comment of a declaration. */
export interface Source {
  /** `protos/crm/v1/contacts.proto:15`. */
  at: string;
  /** Leading comment, lines joined; empty without one. */
  comment: string;
}

const positions = new WeakMap<DescFile, Map<string, Source>>();

/** Returns the place of a message, field or rpc, and its leading comment. */
export function sourceOf(desc: Described): Source {
  const file = fileOf(desc);
  return positionsOf(file).get(pathOf(desc).join(".")) ?? { at: `protos/${file.name}.proto`, comment: "" };
}

function positionsOf(file: DescFile): Map<string, Source> {
  const known = positions.get(file);
  if (known) return known;
  const found = new Map<string, Source>();
  for (const location of file.proto.sourceCodeInfo?.location ?? []) {
    const line = (location.span[0] ?? 0) + 1;
    const comment = location.leadingComments.replaceAll(/\s+/g, " ").trim();
    found.set(location.path.join("."), { at: `protos/${file.name}.proto:${line}`, comment });
  }
  positions.set(file, found);
  return found;
}

function fileOf(desc: Described): DescFile {
  return desc.kind === "message" || desc.kind === "service" ? desc.file : desc.parent.file;
}

/** Path of a declaration in its FileDescriptorProto, by the field numbers of descriptor.proto. */
function pathOf(desc: Described): number[] {
  switch (desc.kind) {
    case "rpc":
      return [6, desc.parent.file.services.indexOf(desc.parent), 2, desc.parent.methods.indexOf(desc)];
    case "service":
      return [6, desc.file.services.indexOf(desc)];
    case "field":
      return [...pathOf(desc.parent), 2, desc.parent.fields.indexOf(desc)];
    case "message":
      return desc.parent
        ? [...pathOf(desc.parent), 3, desc.parent.proto.nestedType.indexOf(desc.proto)]
        : [4, desc.file.proto.messageType.indexOf(desc.proto)];
  }
}
