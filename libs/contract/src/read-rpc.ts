import { isFieldSet, type DescMessage, type DescMethod, type FileRegistry } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level, MethodOptionsSchema } from "@bufbuild/protobuf/wkt";
import { wireFaults } from "./check-wire.ts";
import type { Fault } from "./contract-error.ts";
import type { Protos } from "./load.ts";
import {
  actionWord,
  kebab,
  type Access,
  type Binding,
  type Door,
  type Pages,
  type Rpc,
  type Trust,
} from "./model.ts";
import type { RestOption } from "./options.ts";
import { readBindings } from "./read-bindings.ts";
import { sourceOf } from "./source.ts";
import { parseTemplate, type Template } from "./template.ts";

const TRUSTS: Record<string, Trust> = { TRUST_DIRECT: "direct", TRUST_SERVICE_ONLY: "service_only" };
const DOORS: Record<string, Door> = {
  DOOR_MCP: "mcp",
  DOOR_MCP_ACTIONS: "mcp_actions",
  DOOR_ACTIONS: "actions",
  DOOR_TOOLS: "tools",
};
const DEFAULT_TIMEOUT_MS = 30_000;

/** Reads one rpc and appends what is wrong with it; undefined when it cannot be used further. */
export function readRpc(method: DescMethod, protos: Protos, faults: Fault[]): Rpc | undefined {
  const name = `${method.parent.typeName}/${method.name}`;
  const { at, comment } = sourceOf(method);
  const found: string[] = [];
  const report = (): void => {
    faults.push(...found.map((message) => ({ at, message: `${name} ${message}` })));
  };
  const rest = protos.options.rest(method);
  if (!rest) {
    found.push("has no (platform.v1.rest) option; add its scope, status and logical messages");
    report();
    return undefined;
  }
  const { bindings, hasBody, faults: bindingFaults } = readBindings(protos.options.http(method));
  const isInternal = protos.options.http(method) === undefined;
  found.push(...bindingFaults, ...wireFaults(method, { bindings, hasBody, isInternal }));
  found.push(...accessFaults(method, rest, isInternal), ...outcomeFaults(method, rest, bindings));
  if (comment === "") found.push("has no comment; its first sentence is the summary in OpenAPI");
  const takesBody = hasBody || (isInternal && method.input.fields.length > 0);
  const messages = logicalMessages(method, rest, protos.registry, { takesBody, isInternal }, found);
  report();
  if (found.length > 0 || !messages.response) return undefined;
  return {
    ...facts(method, rest, protos, { bindings, isInternal }),
    name,
    description: comment,
    handler: handlerPath(method, protos),
    ...messages,
    response: messages.response,
  };
}

/** Returns folder and file of the handler below src, named after service and rpc unless the service names them. */
function handlerPath({ name, parent }: DescMethod, { options }: Protos): string {
  const { folder = kebab(parent.name), file = kebab(name) } = options.handlers(parent);
  return `${folder}/${file}`;
}

function closedPaths({ closed = [] }: RestOption): Template[] {
  return closed.map((text) => {
    const template = parseTemplate(text);
    if (template === undefined) throw new Error(`The closed path ${text} is of no form that is served.`);
    return template;
  });
}

type Facts = Omit<Rpc, "name" | "description" | "handler" | keyof Logical>;

function facts(
  method: DescMethod,
  rest: RestOption,
  { options }: Protos,
  { bindings, isInternal }: { bindings: Binding[]; isInternal: boolean },
): Facts {
  const [owner = ""] = method.parent.typeName.split(".");
  const level = method.idempotency;
  return {
    desc: method,
    owner,
    workload: options.workload(method.parent) ?? owner,
    service: method.parent.typeName,
    method: method.name,
    bindings,
    closed: closedPaths(rest),
    access: accessOf(rest, isInternal),
    resource: rest.resource ?? "",
    action: actionWord(rest.action),
    module: rest.module ?? "",
    status: rest.status ?? 0,
    readOnly: level === Level.NO_SIDE_EFFECTS,
    idempotent: level === Level.IDEMPOTENT,
    isExpress: rest.surface === "SURFACE_EXPRESS",
    isStreamed: rest.surface === "SURFACE_STREAMED",
    door: DOORS[rest.door ?? ""] ?? "rest",
    trust: TRUSTS[rest.trust ?? ""] ?? "matrix",
    timeoutMs: rest.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    unknownMember: rest.unknown_member ?? "",
    bare: rest.bare ?? "",
    maxBodyBytes: rest.max_body_bytes ?? 0,
    mediaType: rest.media_type ?? "",
    otherMediaType: rest.other_media_type ?? "",
    hasEtag: rest.etag ?? false,
    otherRequest: rest.other_request ?? "",
    otherResponse: rest.other_response ?? "",
    mayCreate: rest.may_create ?? false,
    isConditional: rest.conditional ?? false,
    isKeyed: rest.keyed ?? false,
    tool: rest.tool,
    callers: rest.callers ?? [],
    pages: pagesOf(rest),
    hasClientAuth: rest.client_auth ?? false,
    bodyTypes: rest.body_types ?? [],
    isBodyOptional: rest.body_optional ?? false,
    pathFields: bindings[0]?.template.fields ?? [],
  };
}

function pagesOf({ any_origin, door }: RestOption): Pages {
  if (any_origin === true) return "any";
  return door === "DOOR_MCP" || door === "DOOR_MCP_ACTIONS" ? "allowed" : "none";
}

function accessOf(rest: RestOption, isInternal: boolean): Access {
  if (rest.access === "ACCESS_MEMBER") return "member";
  if (isInternal) return "internal";
  if (rest.access === "ACCESS_PUBLIC") return "public";
  return rest.access === "ACCESS_AUTHENTICATED" ? "authenticated" : "scope";
}

function accessFaults(method: DescMethod, rest: RestOption, isInternal: boolean): string[] {
  const hasScope = rest.resource !== undefined || rest.action !== undefined;
  const callers = rest.callers ?? [];
  switch (accessOf(rest, isInternal)) {
    case "internal":
      if (callers.length === 0)
        return ["has neither an HTTP binding nor callers; name the services that may call it"];
      return hasScope ? ["is internal and has a scope; remove resource and action"] : [];
    case "member":
      if (isInternal || callers.length > 0)
        return ["is for members who are signed in, who call by HTTP; give it an HTTP binding and no callers"];
      if (rest.tool !== undefined)
        return ["is for members who are signed in, and an agent would reach it; remove its tool"];
      if (method.idempotency !== Level.NO_SIDE_EFFECTS && rest.trust !== "TRUST_DIRECT")
        return [
          "is for members who are signed in, and what they do by hand waits for nobody; set trust DIRECT",
        ];
      return hasScope && !hasWholeScope(rest)
        ? ["has half a scope; set resource and action, or neither"]
        : [];
    case "scope":
      if (callers.length > 0)
        return ["has callers and an HTTP binding; an rpc is internal or public, never both"];
      if (hasWholeScope(rest)) return [];
      return ["has no scope; set resource and action, or access AUTHENTICATED or PUBLIC"];
    case "authenticated":
    case "public":
      return hasScope ? ["has an access and a scope; remove one"] : [];
  }
}

function hasWholeScope({ resource, action }: RestOption): boolean {
  return resource !== undefined && actionWord(action) !== "";
}

function outcomeFaults(method: DescMethod, rest: RestOption, bindings: readonly Binding[]): string[] {
  const faults: string[] = [];
  const status = rest.status ?? 0;
  if (
    rest.request !== undefined &&
    rest.body_optional !== true &&
    bindings.some(({ verb }) => verb === "DELETE")
  ) {
    faults.push("needs a body to DELETE, which many clients cannot send; set body_optional");
  }
  // The form of a page redirects to another page (RFC 9110, 15.4.4).
  const isPage = rest.surface === "SURFACE_EXPRESS" && status === 303;
  if (!isPage && (status < 200 || status > 299))
    faults.push("has no success status; set status to 200, 201 or 202");
  const options = method.proto.options;
  if (!options || !isFieldSet(options, MethodOptionsSchema.field.idempotencyLevel)) {
    faults.push("has no idempotency_level; set NO_SIDE_EFFECTS, IDEMPOTENT or IDEMPOTENCY_UNKNOWN");
  } else if (bindings.some(({ verb }) => verb === "GET") && method.idempotency !== Level.NO_SIDE_EFFECTS) {
    faults.push("is bound to GET and not NO_SIDE_EFFECTS; a GET is retried and never queued");
  }
  return faults;
}

interface Logical {
  request: DescMessage | undefined;
  query: DescMessage | undefined;
  response: DescMessage | undefined;
  form: DescMessage | undefined;
  alternative: DescMessage | undefined;
}

function logicalMessages(
  method: DescMethod,
  rest: RestOption,
  registry: FileRegistry,
  has: { takesBody: boolean; isInternal: boolean },
  faults: string[],
): Logical {
  const find = (role: keyof Logical): DescMessage | undefined => {
    const name = rest[role];
    if (name === undefined) return undefined;
    const typeName = name.includes(".") ? name : `${method.parent.file.proto.package}.${name}`;
    const message = registry.getMessage(typeName);
    if (!message) faults.push(`names the ${role} message ${typeName}, which does not exist`);
    return message;
  };
  const takesBody = has.takesBody;
  if (rest.response === undefined) faults.push("has no logical response message; set response");
  if (takesBody && rest.request === undefined)
    faults.push("takes a body, but names no logical request message; set request");
  if (!takesBody && rest.request !== undefined) faults.push("names a request message, but takes no body");
  if (has.isInternal && rest.query !== undefined)
    faults.push("is internal and names a query message; internal rpcs have none");
  if (rest.form !== undefined && rest.surface !== "SURFACE_STREAMED")
    faults.push("names a form and is not streamed; a message cannot hold its parts");
  if (rest.alternative !== undefined && rest.other_response === undefined)
    faults.push("names an alternative message, but does not say when that is answered; set other_response");
  return {
    request: find("request"),
    query: find("query"),
    response: find("response"),
    form: find("form"),
    alternative: find("alternative"),
  };
}
