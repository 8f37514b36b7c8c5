import { clone, create, toBinary } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  MethodOptionsSchema,
  ServiceDescriptorProtoSchema,
  type DescriptorProto,
  type FileDescriptorProto,
  type MethodDescriptorProto,
  type ServiceDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { addBody, boundBody } from "./bound-body.ts";
import type { Protos } from "./load.ts";
import { listOf, streamingService } from "./list-files.ts";
import type { Rpc } from "./model.ts";

/** Number of the extension google.api.http of MethodOptions. */
const HTTP_EXTENSION = 72295728;
const HTTPBODY_FILES = ["google/protobuf/any.proto", "google/api/httpbody.proto"];
const HTTP_FILES = [
  "google/protobuf/descriptor.proto",
  "google/api/http.proto",
  "google/api/annotations.proto",
];

/** Wire messages and rpcs of one service with what they need: self-contained, for @grpc/proto-loader. */
export function serviceDescriptor(protos: Protos, rpcs: readonly Rpc[]): Uint8Array {
  return descriptorOf(protos, rpcs, false);
}

/** The same with the HTTP bindings, for Envoy's transcoder; rpcs it does not transcode are not in it. */
export function gatewayDescriptor(protos: Protos, rpcs: readonly Rpc[]): Uint8Array {
  return descriptorOf(protos, rpcs, true);
}

function descriptorOf(protos: Protos, rpcs: readonly Rpc[], withHttp: boolean): Uint8Array {
  const foreign = withHttp ? [...HTTPBODY_FILES, ...HTTP_FILES] : HTTPBODY_FILES;
  const files: FileDescriptorProto[] = [];
  // The set is in dependency order already, and Envoy reads it so.
  for (const file of protos.set.file) {
    if (foreign.includes(file.name)) files.push(withoutSource(file));
    else if (rpcs.some((rpc) => rpc.desc.parent.file.proto === file))
      files.push(wirePart(protos, file, rpcs, withHttp));
  }
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: files }));
}

function withoutSource(file: FileDescriptorProto): FileDescriptorProto {
  const slim = clone(FileDescriptorProtoSchema, file);
  delete slim.sourceCodeInfo;
  return slim;
}

function wirePart(
  protos: Protos,
  file: FileDescriptorProto,
  rpcs: readonly Rpc[],
  withHttp: boolean,
): FileDescriptorProto {
  const mine = rpcs.filter((rpc) => rpc.desc.parent.file.proto === file);
  const inputs = new Map(mine.map((rpc) => [rpc.desc.input.proto, rpc]));
  const methods = new Map(mine.map((rpc) => [rpc.desc.proto, rpc]));
  const slim = withoutSource(file);
  slim.dependency = withHttp
    ? ["google/api/httpbody.proto", "google/api/annotations.proto"]
    : ["google/api/httpbody.proto"];
  slim.messageType = slim.messageType.filter((message, index) => {
    const rpc = inputs.get(file.messageType[index] as DescriptorProto);
    if (rpc !== undefined && rpc.bindings.length > 0) addBody(message);
    return rpc !== undefined;
  });
  for (const [index, service] of slim.service.entries()) {
    const originals = file.service[index]?.method ?? [];
    service.method = service.method.filter((method, at) => {
      const rpc = methods.get(originals[at] as MethodDescriptorProto);
      if (rpc !== undefined) keepOptions(protos, method, withHttp ? rpc : undefined);
      return rpc !== undefined;
    });
  }
  slim.service = slim.service.filter((service) => service.method.length > 0);
  if (withHttp) slim.service.push(...streaming(slim, mine));
  return slim;
}

/** Services whose methods stream the lists of the others: a file is more than a message. */
function streaming(
  { package: name, service }: FileDescriptorProto,
  rpcs: readonly Rpc[],
): ServiceDescriptorProto[] {
  const lists = new Set(rpcs.filter((rpc) => listOf(rpc) !== undefined).map((rpc) => rpc.name));
  const isList = (of: string, method: string) => lists.has(`${name}.${of}/${method}`);
  return service
    .map((each) => {
      const streamed = clone(ServiceDescriptorProtoSchema, each);
      streamed.name = streamingService(each.name);
      streamed.method = streamed.method.filter((method) => isList(each.name, method.name));
      for (const method of streamed.method) method.serverStreaming = true;
      return streamed;
    })
    .filter(({ method }) => method.length > 0);
}

/** Keeps the HTTP option of a transcoded rpc and no other. */
function keepOptions(protos: Protos, method: MethodDescriptorProto, transcoded: Rpc | undefined): void {
  const stored = method.options?.$unknown?.find(({ no }) => no === HTTP_EXTENSION);
  delete method.options;
  const http = transcoded && protos.options.http(transcoded.desc);
  if (stored === undefined || http === undefined) return;
  method.options = create(MethodOptionsSchema);
  method.options.$unknown = [http.body === undefined ? { ...stored, data: boundBody(protos, http) } : stored];
}
