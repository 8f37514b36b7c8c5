import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { clustersOf, isName } from "./clusters.ts";
import { problemFormat, problemMappers } from "./local-replies.ts";
import { pagesLua, repliesLua } from "./lua.ts";
import { internalError, MAX_BODY_BYTES } from "./problems.ts";
import { routeTree } from "./route-tree.ts";
import {
  clusterNames,
  readRoutes,
  type Route,
  withBodyLimits,
  withoutOAuth,
  withoutUnreadHeaders,
  withUpstreamRules,
} from "./routes.ts";
import type { GatewaySettings } from "./settings.ts";
import { fill, type Places, type Tree } from "./template.ts";

const folder = join(import.meta.dirname, "..");

/** envoy.yaml: the configuration itself, and the pieces of it that may occur never or more than once. */
interface Template {
  admin: Tree;
  static_resources: Tree;
  templates: Record<
    | "transcoder"
    | "last_routes"
    | "preflight"
    | "operations_listener"
    | "operations_cluster"
    | "access_log"
    | "discovery"
    | "grpc_cluster"
    | "http_cluster"
    | "tls",
    Tree
  >;
}

/** The complete configuration of Envoy as YAML text. Throws when a route leads to a service without an address. */
export function renderGateway(settings: GatewaySettings): string {
  const { templates, ...template } = parse(read("envoy.yaml"), { merge: true }) as Template;
  const generated = readRoutes(settings.routesPath ?? join(folder, "gen/routes.json"));
  const { services, streaming_services: streaming, body_limits } = generated;
  const routes = settings.isIsolated === true ? withoutOAuth(generated.routes) : generated.routes;
  const transcoder = (max_body_bytes: number): Tree =>
    fill(templates.transcoder, { descriptor_path: settings.descriptorPath, services, max_body_bytes });
  const places: Places = {
    ...listenerPlaces(settings),
    ...tracePlaces(settings),
    ...operationsPlaces(settings, templates.operations_listener, templates.operations_cluster),
    cors_origins: settings.corsOrigins.map((origin) => ({ exact: origin })),
    access_log:
      settings.accessLog === null
        ? []
        : [fill(templates.access_log, { access_log_path: settings.accessLog })],
    problem_mappers: problemMappers(settings.baseUrl, body_limits) as Tree,
    internal_error_format: problemFormat(internalError, settings.baseUrl) as Tree,
    rare_requests_lua: read("rare-requests.lua"),
    pages_lua: pagesLua(read("pages.lua"), settings),
    replies_lua: repliesLua(read("replies.lua"), settings.baseUrl),
    transcoder: transcoder(MAX_BODY_BYTES),
    streaming_transcoder: { ...(transcoder(MAX_BODY_BYTES) as object), services: streaming },
    route_tree: routeTree(
      withUpstreamRules(withoutUnreadHeaders(withBodyLimits(routes, body_limits, transcoder), streaming)),
      {
        first: preflights(settings.corsOrigins, templates.preflight),
        // Written by hand in envoy.yaml; Envoy checks them when it loads the result.
        last: templates.last_routes as unknown as Route[],
      },
    ),
    clusters: clustersOf(clusterNames(routes), settings, {
      grpc: templates.grpc_cluster,
      http: templates.http_cluster,
      discovery: templates.discovery,
      tls: templates.tls,
    }),
  };
  return stringify(fill(template, places), { aliasDuplicateObjects: false, lineWidth: 0 });
}

function listenerPlaces(settings: GatewaySettings): Places {
  return {
    host: settings.host,
    public_port: settings.publicPort,
    admin_port: settings.adminPort,
  };
}

function operationsPlaces(settings: GatewaySettings, listener: Tree, cluster: Tree): Places {
  const { host, adminPort: admin_port, opsPort: operations_port } = settings;
  if (operations_port === undefined) return { operations_listener: [], operations_cluster: [] };
  return {
    operations_listener: [fill(listener, { host, operations_port })],
    operations_cluster: [fill(cluster, { admin_port })],
  };
}

/** Share of recorded traces unless the settings say otherwise, in percent. */
const TRACE_PERCENT = 1;

function tracePlaces({ traceCollector: address, tracePercent = TRACE_PERCENT }: GatewaySettings): Places {
  const endpoints = address && [
    {
      lb_endpoints: [
        { endpoint: { address: { socket_address: { address: address.host, port_value: address.port } } } },
      ],
    },
  ];
  return {
    // Without a collector nobody would read what is recorded.
    trace_ppm: address === undefined ? 0 : Math.round(tracePercent * 10_000),
    trace_discovery: address !== undefined && isName(address) ? "STRICT_DNS" : "STATIC",
    trace_collector: endpoints ?? [],
  };
}

/**
 * A preflight from an allowed origin gets a route of its own, or the 405 of its URL would answer it without CORS
 * headers.
 */
function preflights(origins: readonly string[], preflight: Tree): Route[] {
  return origins.map((origin) => fill(preflight, { cors_origin: { exact: origin } }) as unknown as Route);
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}
