import {
  isMounted,
  isPlainHttp,
  isTranscoded,
  mountingServices,
  type Door,
  type Rpc,
  type Verb,
} from "./model.ts";
import { VERB_ORDER } from "./read-bindings.ts";
import { compareTemplates, regexOf, shapeOf, type Template } from "./template.ts";

type Route = Record<string, unknown>;

/** How much earlier a service gives up than the gateway: its own 504 problem still gets out. */
const DEADLINE_MARGIN_MS = 500;
const ORIGINAL_PATH = "x-envoy-original-path";
/** A read may be sent again whatever happened to it; a write only when it cannot have arrived (operation.wire). */
const RETRY_READ = "connect-failure,refused-stream,reset,unavailable";
const RETRY_WRITE = "connect-failure,refused-stream,reset-before-request";

/** Envoy's part of the contract: services to transcode and routes, first match wins. */
export interface GatewayRoutes {
  services: string[];
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

/** Routes in the order rpc, express, wrong verb; the hand-written catch-all follows them. */
export function gatewayRoutes(rpcs: readonly Rpc[]): GatewayRoutes {
  const transcoded = rpcs.filter(isTranscoded);
  const plain = rpcs.filter(isPlainHttp);
  return {
    services: [...new Set(transcoded.map((rpc) => rpc.service))],
    routes: [
      ...transcoded.flatMap((rpc) => rpcRoutes(rpc, rpcs)),
      ...plain.flatMap(plainRoutes),
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

/** One route; of an rpc that several services answer, one for each by the prefix of the id. */
function rpcRoutes(rpc: Rpc, all: readonly Rpc[]): Route[] {
  // The transcoder adds the header and the gateway strips a client's own: no rpc path can be called from outside.
  const present = { name: ORIGINAL_PATH, present_match: true };
  if (!isMounted(rpc)) return [rpcRoute(rpc, rpc.owner, present)];
  const services = mountingServices(all);
  const [before = ""] = rpc.bindings[0]?.template.text.split("{") ?? [];
  return [
    ...services.map((service) =>
      rpcRoute(rpc, service, { name: ORIGINAL_PATH, string_match: { prefix: `${before}${service}_` } }),
    ),
    // An id of no service: the first one knows that it is none of its own, and answers as for any absent id.
    ...services.slice(0, 1).map((service) => rpcRoute(rpc, service, present)),
  ];
}

function rpcRoute(rpc: Rpc, cluster: string, header: Route): Route {
  return {
    name: rpc.name,
    match: { path: `/${rpc.name}`, headers: [header] },
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
      match: { ...path, headers: [verbMatch(verb, rpc.isForAnyOrigin)] },
      route: {
        cluster: `${rpc.owner}_http`,
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

/** HEAD is answered wherever GET is (conventions.methods), and OPTIONS where pages of any origin may call. */
function verbMatch(verb: Verb, isForAnyOrigin: boolean): Route {
  const verbs = [verb, ...(verb === "GET" ? ["HEAD"] : []), ...(isForAnyOrigin ? ["OPTIONS"] : [])];
  const string_match = verbs.length === 1 ? { exact: verb } : { safe_regex: { regex: verbs.join("|") } };
  return { name: ":method", string_match };
}

/** Whoever asks without credentials may read the answer, whatever it is: refusals of the gateway as well. */
function anyOrigin({ isForAnyOrigin }: Rpc): Route {
  if (!isForAnyOrigin) return {};
  const header = { key: "access-control-allow-origin", value: "*" };
  return { response_headers_to_add: [{ header, append_action: "OVERWRITE_IF_EXISTS_OR_ADD" }] };
}

/** With and without a slash at the end, which the transcoder passes over; two strings cost less than one regex. */
function pathMatches(template: Template): Route[] {
  return template.fields.length === 0
    ? [{ path: template.text }, { path: `${template.text}/` }]
    : [{ safe_regex: { regex: `${regexOf(template)}/?` } }];
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
    // What comes in by a door of agents may ask for anything.
    ...(rpc.readOnly || rpc.door !== "rest" ? {} : { writes: "true" }),
  });
  return authorize({ check_settings: { context_extensions: extensions } });
}

/** Where in the path the patient is named: a refusal on record says whom it kept from whom (operation.audit). */
function patientPlace(template: Template | undefined): { patient?: string } {
  const place = template?.text.split("/").indexOf("{patient_id}") ?? -1;
  return place < 0 ? {} : { patient: String(place) };
}

/** Nobody asked who calls, so nothing behind may believe it knows; a client of OAuth is no caller. */
function publicAccess(removed: readonly string[] = ["authorization"]): Route {
  return { ...authorize({ disabled: true }), request_headers_to_remove: removed };
}

function authorize(settings: Route): Route {
  const type = "type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute";
  return { typed_per_filter_config: { "envoy.filters.http.ext_authz": { "@type": type, ...settings } } };
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

/** A path that is known, with all that its verbs have in common. */
interface KnownPath {
  template: Template;
  verbs: Set<Verb>;
  isPublic: boolean;
  isForAnyOrigin: boolean;
  door: Door;
  resource: string;
}

/** A known path with a verb it does not take: 405 with Allow, after the token has been checked. */
function wrongVerbRoutes(rpcs: readonly Rpc[]): Route[] {
  const paths = new Map<string, KnownPath>();
  for (const rpc of rpcs) {
    const closed = rpc.closed.map((template) => ({ verb: undefined, template }));
    for (const { verb, template } of [...rpc.bindings, ...closed]) {
      const path = paths.get(shapeOf(template)) ?? {
        template,
        verbs: new Set<Verb>(),
        isPublic: true,
        isForAnyOrigin: false,
        door: rpc.door,
        resource: rpc.resource,
      };
      if (verb !== undefined) path.verbs.add(verb);
      path.isPublic &&= rpc.access === "public";
      path.isForAnyOrigin ||= rpc.isForAnyOrigin;
      paths.set(shapeOf(template), path);
    }
  }
  const ordered = [...paths.values()].sort((a, b) => compareTemplates(a.template, b.template));
  // A path without fields may be an id in another template: there the verbs of both are known.
  for (const literal of ordered.filter(({ template }) => template.fields.length === 0)) {
    for (const { verbs, isPublic } of ordered.filter((other) => covers(other.template, literal.template))) {
      verbs.forEach((verb) => literal.verbs.add(verb));
      literal.isPublic &&= isPublic;
    }
  }
  return ordered.flatMap(({ template, verbs, isPublic, isForAnyOrigin, door, resource }) =>
    pathMatches(template).map((match) => ({
      name: `405 ${template.text}`,
      match,
      direct_response: { status: 405 },
      response_headers_to_add: [
        {
          header: { key: "allow", value: allowed(verbs, isForAnyOrigin) },
          append_action: "OVERWRITE_IF_EXISTS_OR_ADD",
          // A path that is there for no verb says so too (RFC 9110, 15.5.6).
          keep_empty_value: true,
        },
      ],
      ...(isPublic ? publicAccess() : wrongVerbAccess(template, door, resource)),
    })),
  );
}

/** What auth is told of a wrong verb: it records those on resources whose refusals are on record. */
function wrongVerbAccess(template: Template, surface: Door, resource: string): Route {
  const answer = resource === "" ? {} : { resource, answer: "method_not_allowed" };
  const context_extensions = { access: "unmatched", ...answer, ...patientPlace(template), surface };
  return authorize({ check_settings: { context_extensions } });
}

/** A path with the verbs it takes. */
interface KnownPath {
  template: Template;
  verbs: Set<Verb>;
  isPublic: boolean;
  door: Door;
  /** Scope resource of what is there. */
  resource: string;
}

function covers(template: Template, literal: Template): boolean {
  return template.fields.length > 0 && new RegExp(`^${regexOf(template)}$`).test(literal.text);
}

/** Value of Allow: HEAD stands beside GET, and OPTIONS behind all where pages of any origin may call. */
export function allowed(verbs: ReadonlySet<Verb>, isForAnyOrigin = false): string {
  const names = VERB_ORDER.filter((verb) => verbs.has(verb));
  const all = names.flatMap((verb): string[] => (verb === "GET" ? ["GET", "HEAD"] : [verb]));
  return [...all, ...(isForAnyOrigin ? ["OPTIONS"] : [])].join(", ");
}

function seconds(ms: number): string {
  return `${ms / 1000}s`;
}

function deadlineMargin(timeoutMs: number): number {
  return Math.min(DEADLINE_MARGIN_MS, Math.floor(timeoutMs / 10));
}
