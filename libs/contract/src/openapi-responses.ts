import { CSV_TYPE, XLSX_TYPE } from "@jst/tabular/parameters";
import type { Schema } from "./field-rules.ts";
import { listOf } from "./list-files.ts";
import { isComposed, isMounted, isPage, type Rpc, type Verb } from "./model.ts";

const text = { type: "string" };
const bytes = { type: "string", format: "binary" };
/** The first is the one that clients read as bytes; of the others a file has the one that fits it. */
const TYPES_OF_BYTES = [
  "application/octet-stream",
  ...["application", "audio", "font", "image", "model", "text", "video"].map((type) => `${type}/*`),
];
const ACCEPTED = 202;
const QUEUED = { $ref: "#/components/schemas/QueuedWrite" };

/** Headers of replies (conventions.headers). */
export const responseHeaders: Schema = {
  "Content-Range": { description: "Which bytes of how many.", schema: text },
  ETag: { description: "Version of the resource, in quotes.", schema: text },
  Location: { description: "Path of the new resource.", schema: text },
  "RateLimit-Policy": { description: "Limits of the token.", schema: text },
  RateLimit: { description: "What is left of them.", schema: text },
  "Idempotency-Replayed": {
    description: "true where this is the reply of an earlier request with the same Idempotency-Key.",
    schema: text,
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "How to authenticate.", schema: text },
  "X-Changeset-Id": { description: "The recorded change.", schema: text },
  "Content-Disposition": { description: "Name of the file.", schema: text },
  "X-Row-Count": { description: "Number of items of the file of a list.", schema: { type: "integer" } },
  "X-Row-Total": { description: "Number of items that the list has.", schema: { type: "integer" } },
  "X-Request-Id": { description: "Id of this request, equal to request_id of a problem.", schema: text },
};

/** Every error has one shape; `code` names it. */
export const componentResponses: Schema = {
  Queued: {
    description: "The write waits for approval and is not in force.",
    headers: headerRefs(["X-Request-Id", "RateLimit", "RateLimit-Policy", "Idempotency-Replayed"]),
    content: { "application/json": { schema: QUEUED } },
  },
  BadRequest: problem("The query, the filter or the JSON itself is malformed."),
  Unauthorized: problem("The token is missing, malformed, unknown, expired or revoked.", [
    "WWW-Authenticate",
  ]),
  Forbidden: problem("The token's scopes, role or type do not permit this."),
  NotFound: problem("The item does not exist, or the token has no access to it."),
  Conflict: problem("The state of the data does not permit this."),
  PreconditionFailed: problem("The item has a newer version than If-Match."),
  PayloadTooLarge: problem("The body is larger than the limit."),
  UnsupportedMediaType: problem("The body is not application/json."),
  UnprocessableContent: problem("Fields of the body are not valid; `errors` lists all of them."),
  TooManyRequests: problem("The token's rate limit is used up.", [
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
  ]),
  Problem: problem("Any other error."),
};

function problem(description: string, headers: string[] = []): Schema {
  return {
    description,
    headers: headerRefs(["X-Request-Id", ...headers]),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** True when a GET answers one resource that carries a version. */
export function isVersioned(rpc: Rpc): boolean {
  return (
    rpc.response.fields.some((field) => field.name === "version" && field.fieldKind === "scalar") &&
    rpc.resource !== "*"
  );
}

/** Tests whether the reply has an ETag. */
export function hasEtag(rpc: Rpc): boolean {
  return rpc.hasEtag || isVersioned(rpc);
}

/** Tests whether a GET answers If-None-Match with 304; a changeset moves on without a new version (trust.version). */
export function answersUnchanged(rpc: Rpc): boolean {
  return hasEtag(rpc) && !isMounted(rpc);
}

/** True for what an MCP server answers: its refusals are JSON-RPC, those of its plain listing too. */
function isOfMcp({ door }: Rpc): boolean {
  return door === "mcp" || door === "mcp_actions";
}

/** JSON-RPC's own schema, or a batch of it; that of anything else stays. */
export function orBatch(rpc: Rpc, schema: Schema): Schema {
  return isOfMcp(rpc) && !rpc.readOnly
    ? { anyOf: [schema, { type: "array", minItems: 1, items: schema }] }
    : schema;
}

/** Reply of an rpc that succeeds. */
export interface Success {
  schema: Schema;
  example: unknown;
  /** Whether If-Match applies. */
  isConditional: boolean;
}

/** True when a write may become a proposal: on REST by the token, and by every action (trust.matrix). */
export function canBeQueued(rpc: Rpc): boolean {
  const isOfTokens = rpc.access === "scope" || rpc.access === "authenticated";
  const isGated = rpc.door === "actions" || ((!rpc.isExpress || isComposed(rpc)) && isOfTokens);
  return isGated && !rpc.readOnly && rpc.trust === "matrix";
}

/** Content of the file of a list (moving.files). */
const FILES = {
  [CSV_TYPE]: { schema: text },
  [XLSX_TYPE]: { schema: bytes },
};

/** The success of an rpc and every problem it can answer. */
export function responsesOf(rpc: Rpc, verb: Verb, { schema, example, isConditional }: Success): Schema {
  if (isOfMcp(rpc)) return mcpResponses(rpc, schema, example);
  if (isPage(rpc)) return pageResponses(rpc);
  // A write that may be accepted or queued has both shapes under one status.
  const shape = rpc.status === ACCEPTED && canBeQueued(rpc) ? { oneOf: [schema, QUEUED] } : schema;
  const isList = listOf(rpc) !== undefined;
  const success = (status: number) => ({
    description: status === 201 ? "Created." : "Done.",
    headers: headerRefs(successHeaders(rpc, status)),
    content: { ...contentOf(rpc, { schema: shape, example }), ...(isList ? FILES : {}) },
  });
  const responses: Record<string, unknown> = { [rpc.status]: success(rpc.status) };
  // Bytes are also answered in part.
  if (rpc.isStreamed && rpc.readOnly)
    responses["206"] = {
      description: "The part that Range names.",
      headers: headerRefs(["Content-Range", "ETag"]),
      content: contentOf({ ...rpc, otherMediaType: "" }, { schema, example }),
    };
  if (rpc.isStreamed && rpc.readOnly && rpc.access !== "public")
    responses["302"] = { description: "The bytes are there.", headers: headerRefs(["Location"]) };
  if (rpc.mayCreate) for (const status of [200, 201]) responses[status] = success(status);
  if (canBeQueued(rpc) && rpc.status !== ACCEPTED)
    responses["202"] = { $ref: "#/components/responses/Queued" };
  if (verb === "GET" && answersUnchanged(rpc)) {
    responses["304"] = {
      description: "The version named by If-None-Match is still current.",
      headers: headerRefs(["ETag"]),
    };
  }
  for (const [status, name] of problemsOf(rpc, isConditional))
    responses[status] = { $ref: `#/components/responses/${name}` };
  responses["default"] = { $ref: "#/components/responses/Problem" };
  return responses;
}

/**
 * Returns the schema of another media type: JSON of another standard is an object without a description here;
 * everything else is text.
 */
function otherSchema(mediaType: string): Schema {
  return mediaType.endsWith("+json") ? { type: "object", additionalProperties: true } : text;
}

function contentOf({ mediaType, otherMediaType }: Rpc, json: Schema): Schema {
  const otherMedia = otherMediaType === "application/json" ? json : { schema: otherSchema(otherMediaType) };
  const other = otherMediaType === "" ? {} : { [otherMediaType]: otherMedia };
  return {
    ...(mediaType === "" ? { "application/json": json } : plainContent(mediaType)),
    ...other,
  };
}

/** Content that is not JSON: text, bytes of any type, or those of one. */
function plainContent(mediaType: string): Schema {
  if (mediaType.startsWith("text/")) return { [mediaType]: { schema: text } };
  const [octets = ""] = TYPES_OF_BYTES;
  const types = mediaType === octets ? TYPES_OF_BYTES : [octets, mediaType];
  return Object.fromEntries(types.map((type) => [type, { schema: bytes }]));
}

/** JSON-RPC wears its own shape at every status. */
function mcpResponses(rpc: Rpc, schema: Schema, example: unknown): Schema {
  const headers = headerRefs(["X-Request-Id", "RateLimit", "RateLimit-Policy"]);
  const jsonOf = (media: Schema) => ({ headers, content: { "application/json": media } });
  const error = jsonOf({ schema: { $ref: "#/components/schemas/JsonRpcResponse" } });
  const refused = { description: "Refused; `error.data` is the problem document.", ...error };
  const statuses = rpc.readOnly ? [400, 401, 403, 429] : [400, 401, 403, 413, 415, 429];
  const description = rpc.readOnly ? "Done." : "The response, or the responses to a batch.";
  return {
    200: { description, ...jsonOf({ schema: orBatch(rpc, schema), ...(rpc.readOnly ? { example } : {}) }) },
    ...(rpc.readOnly ? {} : { 202: { description: "A notification; it has no response.", headers } }),
    ...Object.fromEntries(statuses.map((status) => [status, refused])),
    default: { description: "An error; `error.data` is the problem document.", ...error },
  };
}

/** A page is HTML at every status; a path that takes no such verb is refused by the gateway. */
function pageResponses({ status }: Rpc): Schema {
  const isSentOn = status === 303;
  const content = { "text/html": { schema: text } };
  const headers = headerRefs(isSentOn ? ["X-Request-Id", "Location"] : ["X-Request-Id"]);
  const done = { description: isSentOn ? "Done; Location shows it." : "The page.", headers };
  const refusal = (description: string) => ({
    description,
    headers: headerRefs(["X-Request-Id"]),
    // For a program that accepts JSON and no HTML.
    content: { ...content, "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  const elsewhere = {
    description: "Location shows it.",
    headers: headerRefs(["X-Request-Id", "Location"]),
  };
  return {
    [status]: isSentOn ? done : { ...done, content },
    ...(isSentOn ? {} : { 303: elsewhere }),
    404: refusal("A page that says there is none."),
    default: refusal("A page that says what is wrong."),
  };
}

function successHeaders(rpc: Rpc, status: number): string[] {
  // Each of these commits through the caller's one writer (libs/rpc), decisions on changesets and their undo too.
  const isTokenWrite = !rpc.readOnly && (!rpc.isExpress || isComposed(rpc)) && rpc.access !== "public";
  return [
    "X-Request-Id",
    ...(rpc.access === "public" ? [] : ["RateLimit", "RateLimit-Policy"]),
    ...(hasEtag(rpc) ? ["ETag"] : []),
    ...(listOf(rpc) === undefined ? [] : ["Content-Disposition", "X-Row-Count", "X-Row-Total"]),
    ...(isTokenWrite ? ["X-Changeset-Id", "Idempotency-Replayed"] : []),
    ...(status === 201 && isVersioned(rpc) ? ["Location"] : []),
  ];
}

function problemsOf(rpc: Rpc, isConditional: boolean): [status: number, component: string][] {
  const found: [number, string][] = [[400, "BadRequest"]];
  if (rpc.access !== "public")
    found.push([401, "Unauthorized"], [403, "Forbidden"], [429, "TooManyRequests"]);
  if (rpc.pathFields.length > 0 || rpc.module !== "") found.push([404, "NotFound"]);
  if (!rpc.readOnly) found.push([409, "Conflict"]);
  if (listOf(rpc) !== undefined) found.push([422, "UnprocessableContent"]);
  if (isConditional) found.push([412, "PreconditionFailed"]);
  if (rpc.request !== undefined) found.push([422, "UnprocessableContent"]);
  if (rpc.request !== undefined || rpc.bodyTypes.length > 0)
    found.push([413, "PayloadTooLarge"], [415, "UnsupportedMediaType"]);
  return found;
}

function headerRefs(names: readonly string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
