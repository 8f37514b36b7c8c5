import { gatewayDescriptor } from "./descriptor.ts";
import { HEADER, jsonFile, type Generated } from "./generated.ts";
import type { Protos } from "./load.ts";
import { exampleOf } from "./examples.ts";
import { camel, homeOf, isOfOAuth, isTranscoded, type Binding, type Rpc } from "./model.ts";
import { shownToOf } from "./logical.ts";
import type { Options } from "./options.ts";
import { columnsOf, listOf } from "./list-files.ts";
import { referencesOf } from "./references.ts";
import { gatewayRoutes } from "./routes.ts";
import { expressPathOf } from "./template.ts";

/** Routes and descriptor set of the gateway. */
export function emitGateway(rpcs: readonly Rpc[], protos: Protos): Generated[] {
  return [
    jsonFile("gateway/gen/routes.json", gatewayRoutes(rpcs)),
    { path: "gateway/gen/descriptor.binpb", content: gatewayDescriptor(protos, rpcs.filter(isTranscoded)) },
  ];
}

/** The index (conventions.discovery), without what is known at run time only. */
export function indexOf(rpcs: readonly Rpc[]): Record<string, unknown> {
  const paths = rpcs
    .filter((rpc) => !isOfOAuth(rpc) && rpc.access !== "member")
    .flatMap((rpc) =>
      rpc.bindings.filter(isOfApi).map(({ verb, template }) => ({
        method: verb,
        path: template.text,
        scope: rpc.access === "scope" ? `${rpc.resource}:${rpc.action}` : null,
        ...(rpc.module === "" ? {} : { module: rpc.module }),
      })),
    );
  const actions = rpcs.flatMap(({ tool, access, resource, action }) =>
    tool
      ? [
          {
            name: tool.name ?? "",
            description: tool.description ?? "",
            scope: access === "scope" ? `${resource}:${action}` : "*:read",
            confirm: tool.confirm ?? false,
          },
        ]
      : [],
  );
  return {
    version: "v1",
    paths: paths.sort(byPath),
    actions: actions.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** The index tells of the API; pages, addresses that are handed out and the console stand outside of it. */
function isOfApi({ template }: Binding): boolean {
  return !/^\/(?:p\/|console)/.test(template.text);
}

function byPath(a: { path: string; method: string }, b: { path: string; method: string }): number {
  return `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1;
}

/** Every rpc as the coverage tests walk it. */
export function emitRpcList(rpcs: readonly Rpc[], options: Options): Generated {
  const list = rpcs.map((rpc) => ({
    service: rpc.service,
    method: rpc.method,
    owner: rpc.owner,
    workload: rpc.workload,
    // Where its handler is tested.
    home: homeOf(rpc.owner),
    folder: rpc.handler.split("/")[0],
    surface: surfaceOf(rpc),
    bindings: rpc.bindings.map(({ verb, template }) => ({ verb, path: template.text })),
    access: rpc.access,
    door: rpc.door,
    resource: rpc.resource,
    action: rpc.action,
    module: rpc.module,
    status: rpc.status,
    readOnly: rpc.readOnly,
    trust: rpc.trust,
    request: rpc.request?.name ?? null,
    references: referencesOf(rpc, options),
    example: rpc.request === undefined ? null : exampleOf(rpc.request, options),
    query: rpc.query?.name ?? null,
    response: rpc.response.name,
    list: listOf(rpc)?.plural ?? null,
    shownTo: shownToOf(rpc.response, options),
    tool: rpc.tool?.name ?? null,
    callers: rpc.callers,
  }));
  return jsonFile("e2e/gen/rpcs.json", list);
}

function surfaceOf(rpc: Rpc): "express" | "streamed" | "grpc" {
  if (rpc.isExpress) return "express";
  return rpc.isStreamed ? "streamed" : "grpc";
}

/** Express routes of one service; a handler that is missing or unknown fails the type check. */
export function emitExpress(owner: string, rpcs: readonly Rpc[], options: Options): Generated[] {
  const routes = rpcs.filter((rpc) => rpc.isExpress);
  if (routes.length === 0) return [];
  const entries = routes.flatMap((rpc) =>
    rpc.bindings.map(({ verb, template }) => {
      const { name, access, resource, action, module, door } = rpc;
      const route = {
        rpc: name,
        handler: camel(rpc.method),
        verb: verb.toLowerCase(),
        path: expressPathOf(template),
      };
      const pages = rpc.pages === "none" ? {} : { pages: rpc.pages };
      const listed = listOf(rpc);
      const list = listed && { plural: listed.plural, columns: columnsOf(listed, options) };
      return `  ${JSON.stringify({ ...route, access, resource, action, module, door, ...pages, list })},`;
    }),
  );
  const typeOf = (rpc: Rpc) => (listOf(rpc) === undefined ? "Handler" : "List");
  const members = routes.map((rpc) => `  ${camel(rpc.method)}: ${typeOf(rpc)};`);
  const content = `${HEADER}
/** Every express route of this service, in the syntax of express 5. */
export const expressRoutes = [
${entries.join("\n")}
] as const;

/** One handler for each express rpc; lists are answered as files too. */
export interface ExpressHandlers<Handler, List = Handler> {
${members.join("\n")}
}
`;
  return [{ path: `services/${owner}/gen/express.ts`, content }];
}
