import { readFileSync } from "node:fs";

/** A route of Envoy's RouteConfiguration, as far as the gateway reads it. */
export interface Route {
  name: string;
  route?: { cluster?: string; [member: string]: unknown };
  request_headers_to_remove?: readonly string[];
  [member: string]: unknown;
}

/** Facts that the generator derives from the protos for the gateway. */
export interface GeneratedRoutes {
  /** Full names of the transcoded services. */
  services: string[];
  /** Full names of the services that stream lists, which may be files. */
  streaming_services: string[];
  /** In the order in which Envoy must try them. */
  routes: Route[];
  /** Rpcs whose bodies may be larger than the platform's limit. */
  body_limits: readonly BodyLimit[];
}

/** The limit of one rpc's bodies. */
export interface BodyLimit {
  rpc: string;
  /** Names of the routes its URLs have before they are transcoded. */
  routes: readonly string[];
  bytes: number;
}

/** Reads gen/routes.json. */
export function readRoutes(path: string): GeneratedRoutes {
  // Written by our own generator and checked by Envoy when it loads the result.
  return JSON.parse(readFileSync(path, "utf8")) as GeneratedRoutes;
}

/**
 * Headers for a gateway that no rpc reads. Each would cost the service more than a microsecond a request, an eighth of
 * its time in all; cookies and the like are not for services.
 */
const unreadByRpcs = [
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "cookie",
  "dnt",
  "origin",
  "pragma",
  "priority",
  "referer",
  "sec-ch-ua",
  "sec-ch-ua-mobile",
  "sec-ch-ua-platform",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "user-agent",
  "x-envoy-external-address",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-requested-with",
];

/** Headers that some services read: emr answers in the requested form, and records the source of each access. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  emr: ["accept", "user-agent", "x-forwarded-for"],
};

/** The pages that a session is for; who else is shown the cookie could ask as its member (sessions.cookie). */
const sessionCluster = "account_http";

/**
 * The routes with those headers taken off on the way to a service; auth has seen them by then. Lists that may be files
 * read Accept.
 */
export function withoutUnreadHeaders(routes: readonly Route[], streaming: readonly string[]): Route[] {
  return routes.map((route) => {
    const cluster = route.route?.cluster;
    if (cluster === undefined || cluster === sessionCluster) return route;
    const isStreaming = streaming.some((service) => pathOf(route).startsWith(`/${service}/`));
    const unread = unreadBy(cluster).filter((name) => !(isStreaming && name === "accept"));
    const removed = [...(route.request_headers_to_remove ?? []), ...unread];
    return { ...route, request_headers_to_remove: removed };
  });
}

function unreadBy(cluster: string): readonly string[] {
  if (cluster.endsWith("_http")) return ["cookie"];
  return unreadByRpcs.filter((name) => readBy[cluster]?.includes(name) !== true);
}

/** Rpcs that read the host that the client called: passkeys are of one host. */
const hostReader = "account";

/**
 * Adds to the routes what every upstream may rely on, for any request. An rpc's authority is the name of its service:
 * no service reads the client's host there; account has it as x-forwarded-host. A request of plain HTTP ends with the
 * time of its route, even while its body is under way; Envoy's own route timeout does not count the body.
 */
export function withUpstreamRules(routes: readonly Route[]): Route[] {
  return routes.map((each) => {
    const { route } = each;
    if (route?.cluster === undefined) return each;
    const rules = route.cluster.endsWith("_http")
      ? { max_stream_duration: { max_stream_duration: route["timeout"] } }
      : {
          host_rewrite_literal: route.cluster,
          ...(route.cluster === hostReader ? { append_x_forwarded_host: true } : {}),
        };
    return { ...each, route: { ...route, ...rules } };
  });
}

/**
 * Paths an isolated tenant does not have (operation.isolated): sign-in, consent, and the documents that tell of them.
 */
const oauthPath = /^\/(?:oauth(?:\/|$)|\.well-known\/oauth-)/;

/** The routes without those of OAuth: an isolated tenant answers 404 there, as on any path nobody has made. */
export function withoutOAuth(routes: readonly Route[]): Route[] {
  return routes.filter((route) => !oauthPath.test(pathOf(route)));
}

/** Returns the beginning of a route's URL, however its match is written. */
function pathOf(route: Route): string {
  const { path, prefix, safe_regex } = (route["match"] ?? {}) as {
    path?: string;
    prefix?: string;
    safe_regex?: { regex?: string };
  };
  return path ?? prefix ?? safe_regex?.regex?.replaceAll("\\", "") ?? "";
}

/** Names of the clusters the routes lead to, each once, with auth first: every deployment needs it. */
export function clusterNames(routes: readonly Route[]): string[] {
  const named = routes.flatMap(({ route }) => (route?.cluster === undefined ? [] : [route.cluster]));
  return [...new Set(["auth", ...named])];
}

/**
 * Gives the routes of an rpc that accepts larger bodies a transcoder of their own. The transcoder reads its limit from
 * the route of the URL, before it knows the rpc.
 */
export function withBodyLimits(
  routes: readonly Route[],
  limits: readonly BodyLimit[],
  transcoder: (bytes: number) => unknown,
): Route[] {
  return routes.map((route) => {
    const limit = limits.find((each) => each.routes.includes(route.name));
    if (limit === undefined) return route;
    const filters = route["typed_per_filter_config"] as Record<string, unknown>;
    const own = { "envoy.filters.http.grpc_json_transcoder": transcoder(limit.bytes) };
    return { ...route, typed_per_filter_config: { ...filters, ...own } };
  });
}
