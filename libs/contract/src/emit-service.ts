import type { DescMessage } from "@bufbuild/protobuf";
import { serviceDescriptor } from "./descriptor.ts";
import type { Generated } from "./generated.ts";
import { HEADER } from "./generated.ts";
import { handlerFile } from "./handler-files.ts";
import { SchemaBuilder } from "./json-schema.ts";
import type { Protos } from "./load.ts";
import {
  exactPathsOf,
  phonePathsOf,
  isFreeForm,
  logicalMessagesOf,
  nestedMessagesOf,
  secretPathsOf,
  shownToOf,
} from "./logical.ts";
import { camel, homeOf, ofWorkload, type Rpc } from "./model.ts";
import { columnsOf, listOf } from "./list-files.ts";
import { referencesOf } from "./references.ts";
import { expressPathOf } from "./template.ts";
import { docOf, interfaceOf } from "./typescript.ts";

/** Emits types, schemas, registry and descriptor of the gRPC rpcs of a service; `files` may have its handlers. */
export function emitService(
  owner: string,
  rpcs: readonly Rpc[],
  protos: Protos,
  files: ReadonlySet<string>,
): Generated[] {
  const messages = logicalMessagesOf(rpcs);
  const dir = `${homeOf(owner)}/gen`;
  const grpc = rpcs.filter((rpc) => !rpc.isExpress);
  const base = [{ path: `${dir}/schemas.ts`, content: schemas(messages, protos) }];
  if (grpc.length === 0) return [...base, { path: `${dir}/rpc.ts`, content: types(messages, protos, "") }];
  return [
    ...base,
    { path: `${dir}/rpc.ts`, content: types(messages, protos, handlerTypes(grpc)) },
    ...registries(grpc, protos, files).map(([prefix, content]) => ({
      path: `${dir}/${prefix}registry.ts`,
      content,
    })),
    { path: `${dir}/descriptor.binpb`, content: serviceDescriptor(protos, grpc) },
  ];
}

/** Each message is written once; a schema holds those it names in its $defs, and no others. */
function schemas(messages: readonly DescMessage[], protos: Protos): string {
  const builder = new SchemaBuilder(protos.options, "#/$defs/");
  const defs = messages.map((message) => `  ${message.name}: ${JSON.stringify(builder.message(message))},`);
  const consts = messages.map((message) => {
    const nested = nestedMessagesOf(message).map(({ name }) => `${name}: $defs.${name}`);
    const named = nested.length === 0 ? "" : `, $defs: { ${nested.join(", ")} }`;
    const doc = docOf(`JSON Schema of ${message.typeName}.`, "");
    return `${doc}export const ${message.name}: JsonSchema = { ...$defs.${message.name}${named} };`;
  });
  return [
    HEADER,
    'import type { JsonSchema } from "@jst/rpc";\n',
    `const $defs = {\n${defs.join("\n")}\n} satisfies Record<string, JsonSchema>;\n`,
    `${consts.join("\n")}\n`,
  ].join("\n");
}

function types(messages: readonly DescMessage[], protos: Protos, handlers: string): string {
  const interfaces = messages.map((message) => interfaceOf(message, protos.options));
  const handlerNames = ["InternalRpcHandler", "OpenRpcHandler", "RpcHandler"].filter((name) =>
    new RegExp(`= ${name}<`).test(handlers),
  );
  const imports = `import type { ${handlerNames.join(", ")} } from "@jst/rpc";\nimport type { ${depsNames(handlers)} } from "../src/deps.ts";\n`;
  return [
    HEADER,
    ...(handlers === "" ? [] : [imports]),
    ...interfaces,
    ...(handlers === "" ? [] : [handlers]),
  ].join("\n");
}

function handlerTypes(rpcs: readonly Rpc[]): string {
  const open = rpcs.filter((rpc) => !isInside(rpc));
  const isPublic = open.some((rpc) => rpc.access === "public");
  const internal = rpcs.filter(isInside);
  return [
    ...(open.length === 0 ? [] : [openTypes(open)]),
    ...(isPublic ? [publicType(open)] : []),
    ...(internal.length === 0 ? [] : [internalTypes(internal)]),
  ].join("\n");
}

function openTypes(rpcs: readonly Rpc[]): string {
  return `/** Input of every rpc. */
export interface Rpcs {
${rpcs.map((rpc) => `  ${rpc.method}: ${inputOf(rpc)};`).join("\n")}
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], ${depsOf(rpcs)}>;
`;
}

function publicType(rpcs: readonly Rpc[]): string {
  return `/** A handler of an rpc that anyone may call. */
export type OpenHandler<Name extends keyof Rpcs> = OpenRpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], ${depsOf(rpcs)}>;
`;
}

function internalTypes(rpcs: readonly Rpc[]): string {
  return `/** Body of every internal rpc. */
export interface InternalRpcs {
${rpcs.map((rpc) => `  ${rpc.method}: ${typeName(rpc.request, "undefined")};`).join("\n")}
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], ${depsOf(rpcs)}>;
`;
}

/** The type of what handlers find as call.deps: one for each workload, told apart by the name of the rpc. */
function depsOf(rpcs: readonly Rpc[]): string {
  const byType = Map.groupBy(rpcs, depsTypeOf);
  return [...byType].reduce((rest, [type, own]) => {
    const names = own.map(({ method }) => JSON.stringify(method)).join(" | ");
    return rest === "" ? type : `Name extends ${names} ? ${type} : ${rest}`;
  }, "");
}

function depsTypeOf(rpc: Rpc): string {
  return `${ofWorkload(rpc, "")}Deps`;
}

function depsNames(handlers: string): string {
  return [...new Set(handlers.match(/\b\w*Deps\b/g))].sort().join(", ");
}

function inputOf(rpc: Rpc): string {
  const path =
    rpc.pathFields.length === 0
      ? "Record<string, never>"
      : `{ ${rpc.pathFields.map((field) => `${field}: string`).join("; ")} }`;
  return `{ path: ${path}; query: ${typeName(rpc.query, "Record<string, never>")}; body: ${typeName(rpc.request, "undefined")} }`;
}

function typeName(message: DescMessage | undefined, none: string): string {
  if (!message) return none;
  return isFreeForm(message) ? "unknown" : message.name;
}

/** Returns the file with the handler of an rpc, below its service's folder: "/src/contacts/create-contact.ts". */
function sourceOf({ owner, handler }: Rpc, files: ReadonlySet<string>): string {
  const home = homeOf(owner);
  const [folder = "", name = ""] = handler.split("/");
  return handlerFile(`${home}/src/${folder}`, name, files).slice(home.length);
}

/** One registry for each workload, by the prefix of its file. */
function registries(
  rpcs: readonly Rpc[],
  protos: Protos,
  files: ReadonlySet<string>,
): [prefix: string, content: string][] {
  const byPrefix = Map.groupBy(rpcs, (rpc) => ofWorkload(rpc, "-"));
  return [...byPrefix].map(([prefix, own]) => [prefix, registry(own, protos, files)]);
}

function registry(rpcs: readonly Rpc[], protos: Protos, files: ReadonlySet<string>): string {
  const [deps = ""] = rpcs.map(depsTypeOf);
  const imports = [...Map.groupBy(rpcs, (rpc) => sourceOf(rpc, files))].map(
    ([source, own]) => `import { ${own.map(({ method }) => camel(method)).join(", ")} } from "..${source}";`,
  );
  const handlers = [...new Set(rpcs.map(handlerTypeOf))].sort().join(", ");
  const checked = rpcs.map(
    (rpc) =>
      `const ${camel(rpc.method)}Handler: ${handlerTypeOf(rpc)}<"${rpc.method}"> = ${camel(rpc.method)};`,
  );
  return [
    HEADER,
    'import type { RpcDefinition } from "@jst/rpc";',
    'import { readFileSync } from "node:fs";',
    `import type { ${deps} } from "../src/deps.ts";`,
    ...imports,
    `import type { ${handlers} } from "./rpc.ts";`,
    'import * as schemas from "./schemas.ts";',
    "",
    ...checked,
    "",
    "/** Wire messages of these rpcs. */",
    'export const descriptor = readFileSync(new URL("./descriptor.binpb", import.meta.url));\n',
    "/** Every rpc this service answers. */",
    `export const rpcs: readonly RpcDefinition<${deps}>[] = [\n${rpcs.map((rpc) => definition(rpc, protos)).join("\n")}\n];\n`,
  ].join("\n");
}

/** Nobody comes to it by the gateway. */
function isInside({ access }: Rpc): boolean {
  return access === "internal";
}

function handlerTypeOf(rpc: Rpc): string {
  if (isInside(rpc)) return "InternalHandler";
  return rpc.access === "public" ? "OpenHandler" : "Handler";
}

function streamedRoutes({ bindings }: Rpc): { verb: string; path: string }[] {
  return bindings.map(({ verb, template }) => ({ verb: verb.toLowerCase(), path: expressPathOf(template) }));
}

/** The verb and the template of its first address. */
function routeOf({ bindings: [first] }: Rpc): { route?: string } {
  return first === undefined ? {} : { route: JSON.stringify(`${first.verb} ${first.template.text}`) };
}

function definition(rpc: Rpc, protos: Protos): string {
  const secrets = rpc.readOnly ? [] : secretPathsOf(rpc.response, protos.options);
  const exact = exactPathsOf(rpc.request, protos.options);
  const phones = [rpc.request, rpc.query].flatMap((message) => phonePathsOf(message, protos.options));
  const references =
    rpc.access === "internal" || rpc.access === "public" ? [] : referencesOf(rpc, protos.options);
  const shownTo = shownToOf(rpc.response, protos.options);
  const listed = listOf(rpc);
  const list = listed && { plural: listed.plural, columns: columnsOf(listed, protos.options) };
  const schema = (message: DescMessage | undefined): string => {
    if (!message) return "null";
    return isFreeForm(message) ? "{}" : `schemas.${message.name}`;
  };
  const members = {
    service: JSON.stringify(rpc.service),
    method: JSON.stringify(rpc.method),
    ...routeOf(rpc),
    path: JSON.stringify(rpc.pathFields),
    access: JSON.stringify(rpc.access),
    resource: JSON.stringify(rpc.resource),
    // The type wants a word of a scope; where there is none it is not looked at.
    action: JSON.stringify(rpc.action === "" ? (rpc.readOnly ? "read" : "write") : rpc.action),
    module: JSON.stringify(rpc.module),
    status: String(rpc.status),
    readOnly: String(rpc.readOnly),
    trust: JSON.stringify(rpc.trust),
    bodyOptional: String(rpc.isBodyOptional),
    request: schema(rpc.request),
    query: schema(rpc.query),
    ...(secrets.length === 0 ? {} : { secrets: JSON.stringify(secrets) }),
    ...(exact.length === 0 ? {} : { exact: JSON.stringify(exact) }),
    ...(phones.length === 0 ? {} : { phones: JSON.stringify(phones) }),
    ...(references.length === 0 ? {} : { references: JSON.stringify(references) }),
    ...(Object.keys(shownTo).length === 0 ? {} : { shownTo: JSON.stringify(shownTo) }),
    ...(rpc.unknownMember === "" ? {} : { unknownMember: JSON.stringify(rpc.unknownMember) }),
    ...(rpc.bare === "" ? {} : { bare: JSON.stringify(rpc.bare) }),
    callers: JSON.stringify(rpc.callers),
    ...(list === undefined ? {} : { list: JSON.stringify(list) }),
    ...(rpc.isStreamed ? { streamed: JSON.stringify(streamedRoutes(rpc)) } : {}),
    handler: `${camel(rpc.method)}Handler`,
  };
  const lines = Object.entries(members).map(([name, value]) => `    ${name}: ${value},`);
  return `  {\n${lines.join("\n")}\n  },`;
}
