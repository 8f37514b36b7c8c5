import { listOf, streamingService } from "./list-files.ts";
import { isMounted, isPlainHttp, isTranscoded, mountingServices, type Rpc } from "./model.ts";
import {
  authorize,
  ORIGINAL_PATH,
  pathMatches,
  patientPlace,
  publicAccess,
  verbMatch,
  type Route,
} from "./route-parts.ts";
import { wrongVerbGuards, wrongVerbRoutes } from "./wrong-verbs.ts";

/** How much earlier a service gives up than the gateway: its own 504 problem still gets out. */
const DEADLINE_MARGIN_MS = 500;
/** A read may be sent again whatever happened to it; a write only when it cannot have arrived (operation.wire). */
const RETRY_READ = "connect-failure,refused-stream,reset,unavailable";
const RETRY_WRITE = "connect-failure,refused-stream,reset-before-request";

/** Envoy's part of the contract: services to transcode and routes, first match wins. */
export interface GatewayRoutes {
  services: string[];
  /** Services that stream lists, which may be files. */
  streaming_services: string[];
  routes: Route[];
  body_limits: BodyLimit[];
}

/** An rpc whose bodies may be larger than the platform's limit. */
interface BodyLimit {
  rpc: string;
  /** Names of the routes its URLs have before they are transcoded. */
  routes: string[];
  bytes: number;
}

/**
 * Routes in the order guard, rpc, express, wrong verb; the hand-written catch-all follows them. A guard answers the
 * verbs that a path does not take and a template that covers it does.
 */
export function gatewayRoutes(rpcs: readonly Rpc[]): GatewayRoutes {
  const transcoded = rpcs.filter(isTranscoded);
  const plain = rpcs.filter(isPlainHttp);
  const lists = transcoded.filter((rpc) => listOf(rpc) !== undefined);
  return {
    services: [...new Set(transcoded.map((rpc) => rpc.service))],
    streaming_services: [...new Set(lists.map((rpc) => streamingService(rpc.service)))],
    routes: [
      ...wrongVerbGuards(rpcs),
      ...transcoded.flatMap((rpc) => rpcRoutes(rpc, rpcs)),
      ...lists.flatMap((rpc) => rpcRoutes(streamed(rpc), rpcs)),
      ...plain.flatMap(plainRoutes),
      ...plain.flatMap(preflightRoutes),
      ...wrongVerbRoutes(rpcs),
    ],
    body_limits: transcoded
      .filter((rpc) => rpc.maxBodyBytes > 0)
      .map((rpc) => ({
        rpc: rpc.name,
        routes: rpc.bindings.map(({ template }) => `405 ${template.text}`),
        bytes: rpc.maxBodyBytes,
      })),
  };
}

/** Longest time of the file of a list: a little more than the service takes (limits.list-files). */
const FILE_TIMEOUT_MS = 610_000;

/** The same rpc, by the path of the method that streams it. */
function streamed(rpc: Rpc): Rpc & { path: string } {
  const path = `/${streamingService(rpc.service)}/${rpc.method}`;
  return { ...rpc, path, timeoutMs: FILE_TIMEOUT_MS };
}

/** One route; of an rpc that several services answer, one for each by the prefix of the id. */
function rpcRoutes(rpc: Rpc & { path?: string }, all: readonly Rpc[]): Route[] {
  // The transcoder adds the header and the gateway strips a client's own: no rpc path can be called from outside.
  const present = { name: ORIGINAL_PATH, present_match: true };
  if (!isMounted(rpc)) return [rpcRoute(rpc, rpc.workload, present)];
  const services = mountingServices(all);
  const [before = ""] = rpc.bindings[0]?.template.text.split("{") ?? [];
  return [
    ...services.map((service) =>
      rpcRoute(rpc, service, { name: ORIGINAL_PATH, string_match: { prefix: `${before}${service}_` } }),
    ),
    // An unknown prefix goes to the first service, which answers as for any absent id.
    ...services.slice(0, 1).map((service) => rpcRoute(rpc, service, present)),
  ];
}

function rpcRoute(rpc: Rpc & { path?: string }, cluster: string, header: Route): Route {
  return {
    name: rpc.name,
    match: { path: rpc.path ?? `/${rpc.name}`, headers: [header] },
    route: { cluster, timeout: seconds(rpc.timeoutMs), retry_policy: retryPolicy(rpc) },
    request_headers_to_add: [
      {
        header: { key: "grpc-timeout", value: `${rpc.timeoutMs - deadlineMargin(rpc.timeoutMs)}m` },
        append_action: "OVERWRITE_IF_EXISTS_OR_ADD",
      },
    ],
    ...access(rpc),
  };
}

function plainRoutes(rpc: Rpc): Route[] {
  return rpc.bindings.flatMap(({ verb, template }) =>
    pathMatches(template).map((path) => ({
      name: rpc.name,
      match: { ...path, headers: [verbMatch(verb, rpc.pages === "any")] },
      route: {
        cluster: `${rpc.workload}_http`,
        timeout: seconds(rpc.timeoutMs),
        // Nothing moves while what came in is unpacked, or goes on to a bucket.
        ...(rpc.form === undefined ? {} : { idle_timeout: seconds(rpc.timeoutMs) }),
        retry_policy: retryPolicy(rpc),
      },
      ...anyOrigin(rpc),
      ...access(rpc),
    })),
  );
}

/** Routes of the preflights of pages that send a token: the service answers them, and a preflight has no token. */
function preflightRoutes(rpc: Rpc): Route[] {
  if (rpc.pages !== "allowed") return [];
  const bindings = rpc.bindings.filter(({ verb }) => verb !== "GET");
  return bindings.flatMap(({ template }) =>
    pathMatches(template).map((path) => ({
      name: rpc.name,
      match: { ...path, headers: [{ name: ":method", string_match: { exact: "OPTIONS" } }] },
      route: {
        cluster: `${rpc.workload}_http`,
        timeout: seconds(rpc.timeoutMs),
        retry_policy: retryPolicy(rpc),
      },
      ...publicAccess(),
    })),
  );
}

/** Lets every origin read the answer without credentials, including refusals of the gateway. */
function anyOrigin({ pages }: Rpc): Route {
  if (pages !== "any") return {};
  const header = { key: "access-control-allow-origin", value: "*" };
  return { response_headers_to_add: [{ header, append_action: "OVERWRITE_IF_EXISTS_OR_ADD" }] };
}

function access(rpc: Rpc): Route {
  if (rpc.access === "public") return publicAccess(rpc.hasClientAuth ? [] : undefined);
  const extensions: Record<string, string> = { rpc: rpc.name };
  if (rpc.resource !== "") Object.assign(extensions, { resource: rpc.resource, action: rpc.action });
  Object.assign(extensions, {
    access: rpc.access,
    ...(rpc.module === "" ? {} : { module: rpc.module }),
    ...patientPlace(rpc.bindings[0]?.template),
    surface: rpc.door,
    // Requests at the doors of agents may do anything.
    ...(rpc.readOnly || rpc.door !== "rest" ? {} : { writes: "true" }),
  });
  return authorize({ check_settings: { context_extensions: extensions } });
}

function retryPolicy(rpc: Rpc): Route {
  return {
    retry_on: rpc.readOnly ? RETRY_READ : RETRY_WRITE,
    num_retries: 2,
    retry_host_predicate: [
      {
        name: "envoy.retry_host_predicates.previous_hosts",
        typed_config: {
          "@type": "type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate",
        },
      },
    ],
    host_selection_retry_max_attempts: 5,
  };
}

function seconds(ms: number): string {
  return `${ms / 1000}s`;
}

function deadlineMargin(timeoutMs: number): number {
  return Math.min(DEADLINE_MARGIN_MS, Math.floor(timeoutMs / 10));
}
