import { create, isFieldSet, type DescMessage, type DescMethod, type FileRegistry } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  MethodOptions_IdempotencyLevel as Level,
  MethodOptionsSchema,
  SourceCodeInfo_LocationSchema,
} from "@bufbuild/protobuf/wkt";
import type { HttpOption, Options, RestOption } from "../options.ts";
import { sourceOf } from "../source.ts";
import { detailsOf, namesOf, type ResourceModel } from "./model.ts";
import type { OptionWriter } from "./option-writer.ts";

const EMPTY = "google.protobuf.Empty";
const SYNCHRONISING = new Set(["updated_since", "count"]);
const BODY = "google.api.HttpBody";

/** Completes an rpc of a resource with what its options leave open. */
export function completeMethod(
  method: DescMethod,
  resource: ResourceModel,
  options: Options,
  writer: OptionWriter,
): void {
  const http = options.http(method);
  if (http === undefined) return;
  const given = options.rest(method) ?? {};
  writer.rest(method.proto, withTool({ ...defaultsOf(method, resource, http), ...given }, method));
  const set = method.proto.options;
  if (set !== undefined && !isFieldSet(set, MethodOptionsSchema.field.idempotencyLevel)) {
    const level = levelOf(method.name, http);
    if (level !== undefined) set.idempotencyLevel = level;
  }
}

function defaultsOf(method: DescMethod, resource: ResourceModel, http: HttpOption): RestOption {
  const names = namesOf(resource, method.parent.name);
  const verb = verbOf(method.name);
  const messages = (): Pick<RestOption, "request" | "query" | "response"> => {
    const detail = detailsOf(resource)[verb];
    const own = isDeclared(detail, method) ? detail : resource.message.name;
    switch (verb) {
      case "List":
        if (method.name === names.revisions)
          return { query: "platform.v1.RevisionsQuery", response: "platform.v1.RevisionList" };
        return { query: names.query, response: names.list };
      case "Create":
        return { request: names.created, response: own };
      case "Update":
        return { request: names.patch, response: own };
      case "Archive":
        return { response: resource.isArchived ? names.archived : own };
      case "Delete":
        return { response: resource.isDeleted ? names.deleted : own };
      default:
        return { response: own };
    }
  };
  return {
    resource: resource.scope,
    module: resource.module,
    action:
      http.get !== undefined ? "ACTION_READ" : http.delete !== undefined ? "ACTION_DELETE" : "ACTION_WRITE",
    status: verb === "Create" ? 201 : 200,
    ...messages(),
  };
}

function isDeclared(name: string | undefined, method: DescMethod): name is string {
  return method.parent.file.proto.messageType.some((message) => message.name === name);
}

/** Arguments of a list's tool are the parameters of the list, but for those that serve synchronisation alone. */
function withTool(rest: RestOption, method: DescMethod): RestOption {
  if (rest.tool === undefined || rest.query === undefined || rest.tool.query !== undefined) return rest;
  const message = method.parent.file.proto.messageType.find(({ name }) => name === rest.query);
  const query = (message?.field ?? []).map(({ name }) => name).filter((name) => !SYNCHRONISING.has(name));
  return { ...rest, tool: { ...rest.tool, query } };
}

function verbOf(name: string): string {
  return /^[A-Z][a-z]+/.exec(name)?.[0] ?? "";
}

/** Only of the verbs whose meaning is the same for every resource. */
function levelOf(name: string, http: HttpOption): Level | undefined {
  if (http.get !== undefined) return Level.NO_SIDE_EFFECTS;
  if (http.delete !== undefined) return Level.IDEMPOTENT;
  return ["Create", "Update"].includes(verbOf(name)) ? Level.IDEMPOTENCY_UNKNOWN : undefined;
}

/**
 * Gives an rpc that is declared to take google.protobuf.Empty its request on the wire: the fields of its path, then the
 * body where it binds one. An rpc without a path has a body where it has a request.
 */
export function addRequest(method: DescMethod, registry: FileRegistry, options: Options): void {
  const rest = options.rest(method);
  if (rest === undefined || method.input.typeName !== EMPTY) return;
  const http = options.http(method);
  const path = http?.get ?? http?.post ?? http?.patch ?? http?.put ?? http?.delete ?? "";
  const fields = [...path.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
  const body = http === undefined ? rest.request : http.body;
  const file = method.parent.file.proto;
  const name = `${method.name}Request`;
  file.messageType.push(
    create(DescriptorProtoSchema, {
      name,
      field: [...fields, ...(body === undefined ? [] : ["body"])].map((field, index) =>
        create(FieldDescriptorProtoSchema, {
          name: field,
          jsonName: jsonNameOf(field),
          number: index + 1,
          label: Label.OPTIONAL,
          ...(field === "body" ? { type: Type.MESSAGE, typeName: `.${BODY}` } : { type: Type.STRING }),
        }),
      ),
    }),
  );
  const message = file.messageType.length - 1;
  fields.forEach((field, index) => {
    const location = { path: [4, message, 2, index], span: [0, 0, 0] };
    const leadingComments = pathComment(field, registry.getMessage(`${file.package}.PathFields`));
    file.sourceCodeInfo?.location.push(
      create(SourceCodeInfo_LocationSchema, { ...location, leadingComments }),
    );
  });
  method.proto.inputType = `.${file.package}.${name}`;
}

/** As protoc makes it where the proto says none. */
function jsonNameOf(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Describes a path field: as the package's message PathFields does, or as the id of its resource. */
function pathComment(field: string, declared: DescMessage | undefined): string {
  const from = declared?.fields.find(({ name }) => name === field);
  if (from !== undefined) return sourceOf(from).comment;
  return `Id of the ${field.replace(/_id$/, "").replaceAll("_", " ")}.`;
}
