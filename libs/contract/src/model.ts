import type { DescMessage, DescMethod } from "@bufbuild/protobuf";
import type { ToolOption } from "./options.ts";
import type { Template } from "./template.ts";

/** HTTP verbs an rpc may be bound to. */
export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One verb and path of an rpc; the first is canonical, the others are aliases. */
export interface Binding {
  verb: Verb;
  template: Template;
}

/** Access of an rpc (tokens.access). */
export type Access = "scope" | "authenticated" | "public" | "member" | "internal";

/** By which way calls come in: the surface of the route metadata (operation.way-in). */
export type Door = "rest" | "mcp" | "mcp_actions" | "actions" | "tools";

const ACTIONS: Record<string, string> = {
  ACTION_READ: "read",
  ACTION_WRITE: "write",
  ACTION_DELETE: "delete",
  ACTION_ADMIN: "admin",
};

/** Word of a scope for a value of platform.v1.Action; empty for none. */
export function actionWord(action = ""): string {
  return ACTIONS[action] ?? "";
}

/** Which writes of untrusted tokens become proposals. */
export type Trust = "matrix" | "direct" | "service_only";

/**
 * Pages of the web that may call: of any origin, without credentials, or of the origins that the gateway allows
 * (agents.origin).
 */
export type Pages = "none" | "any" | "allowed";

/** Everything the platform knows of one rpc; it has passed every check. */
export interface Rpc {
  desc: DescMethod;
  /** Folder of the service that answers: the first word of the package. */
  owner: string;
  /** Process of that service that answers: the owner itself, unless the package makes several. */
  workload: string;
  /** "crm.v1.Contacts". */
  service: string;
  /** "CreateContact". */
  method: string;
  /** "crm.v1.Contacts/CreateContact". */
  name: string;
  /** Leading comment. */
  description: string;
  /** Place of the handler below src: "contacts/create-contact". */
  handler: string;
  bindings: Binding[];
  /** Paths beside those of its bindings that take no verb. */
  closed: Template[];
  access: Access;
  resource: string;
  /** Word of a scope; empty unless access is "scope". */
  action: string;
  module: string;
  status: number;
  readOnly: boolean;
  idempotent: boolean;
  request: DescMessage | undefined;
  query: DescMessage | undefined;
  response: DescMessage;
  /** Parts of a multipart body, from which `request` is made. */
  form: DescMessage | undefined;
  isExpress: boolean;
  /** Whether the rpc comes in over plain HTTP: its body or its reply is not a message. */
  isStreamed: boolean;
  door: Door;
  trust: Trust;
  timeoutMs: number;
  /** Code of the catalogue for an unknown member of the body; empty for validation_failed. */
  unknownMember: string;
  /** Member that a body without it stands for; empty where there is none. */
  bare: string;
  /** Most bytes of a body; 0 for the platform's limit. */
  maxBodyBytes: number;
  /** Media type of the reply; empty for JSON. */
  mediaType: string;
  /** Media type of the reply for who accepts it rather; empty where there is none. */
  otherMediaType: string;
  /** A GET that carries an ETag without a version in its reply. */
  hasEtag: boolean;
  /** Other types of a body or a reply; empty if it has one. */
  otherRequest: string;
  otherResponse: string;
  /** Message of that other reply; undefined where words alone tell of it. */
  alternative: DescMessage | undefined;
  /** Besides its status, it answers 201 where it has created something. */
  mayCreate: boolean;
  /** A command that applies If-Match. */
  isConditional: boolean;
  /** A write over plain HTTP that takes an Idempotency-Key. */
  isKeyed: boolean;
  tool: ToolOption | undefined;
  callers: string[];
  pathFields: string[];
  /** No body is read as an empty object. */
  isBodyOptional: boolean;
  pages: Pages;
  /** Authorization names a client of OAuth: it goes through. */
  hasClientAuth: boolean;
  /** Media types of a body that no message describes. */
  bodyTypes: readonly string[];
}

/**
 * Packages that several services answer by one implementation in libs (operation.services): `changes` where writes can
 * be proposed, routed by the prefix of the id in the path; `faults` where something can fail for one team, called by
 * agent; `service` where there is an outbox, called by the operator alone.
 */
const MOUNTED: ReadonlySet<string> = new Set(["changes", "faults", "service"]);

/** True when several services answer the rpc. */
export function isMounted(rpc: Rpc): boolean {
  return MOUNTED.has(rpc.owner);
}

/** Prefix of the generated files and the types of a workload; none where it has the name of its package. */
export function ofWorkload({ owner, workload }: Pick<Rpc, "owner" | "workload">, join: "-" | ""): string {
  if (workload === owner) return "";
  return join === "-" ? `${workload}-` : `${workload.charAt(0).toUpperCase()}${workload.slice(1)}`;
}

/** Folder of the code that answers, below the root of the tree. */
export function homeOf(owner: string): string {
  return MOUNTED.has(owner) ? `libs/${owner}` : `services/${owner}`;
}

/** Services with a write that can be proposed, in the order of their rpcs. */
export function mountingServices(rpcs: readonly Rpc[]): string[] {
  const proposable = rpcs.filter(
    (rpc) =>
      (isTranscoded(rpc) || rpc.isStreamed) &&
      rpc.access !== "public" &&
      !rpc.readOnly &&
      rpc.trust === "matrix" &&
      !isMounted(rpc),
  );
  return [...new Set(proposable.map((rpc) => rpc.owner))];
}

/** True for a write that the agent service makes of rpcs of other services, whose gates it passes. */
export function isComposed({ tool }: Rpc): boolean {
  return (tool?.steps ?? []).length > 0;
}

/** True when Envoy transcodes REST to this rpc. */
export function isTranscoded(rpc: Rpc): boolean {
  return rpc.bindings.length > 0 && !isPlainHttp(rpc);
}

/** True when the gateway hands plain HTTP on to the service. */
export function isPlainHttp(rpc: Rpc): boolean {
  return rpc.isExpress || rpc.isStreamed;
}

/** Tests for a page of libs/pages: HTML for people in every outcome. */
export function isPage(rpc: Rpc): boolean {
  return rpc.isExpress && rpc.bindings.some(({ template }) => template.text.startsWith("/p/"));
}

/** True for sign-in of apps: OAuth has documents of its own, which say where its endpoints are (RFC 8414, RFC 9728). */
export function isOfOAuth(rpc: Rpc): boolean {
  return rpc.bindings.some(({ template }) => /^\/(?:oauth|\.well-known)\//.test(template.text));
}

/** "CreateContact" -> "create-contact". */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}

/** "CreateContact" -> "createContact". */
export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
