import { Fields } from "@jst/rpc";

/** Fields that Check reads from an envoy.service.auth.v3.CheckRequest; the reader skips all others. */
export interface CheckRequest {
  /**
   * The encoded context extensions of the route (readRouteFacts). Empty when the gateway sent none; equal text
   * means equal facts.
   */
  route: string;
  /** The Authorization header; two of them arrive as one text with a comma, as HTTP allows a gateway to join them. */
  authorization: string | undefined;
  /** Cookie of a page that has a session (sessions.api); several headers of the name are joined. */
  cookie: string | undefined;
  requestedWith: string | undefined;
  fetchSite: string | undefined;
  host: string;
  /** The target as it was sent, also of a request that was transcoded. */
  target: string;
  requestId: string | undefined;
  traceparent: string | undefined;
}

// Field numbers: envoy/service/auth/v3/external_auth.proto and attribute_context.proto.
const ATTRIBUTES = 1;
const REQUEST = 4;
const CONTEXT_EXTENSIONS = 10;
const HTTP = 2;
const HEADERS = 3;
const PATH = 4;
const HOST = 5;
const KEY = 1;
const VALUE = 2;

/** Reads a CheckRequest; throws on bytes that do not encode one. */
export function readCheckRequest(bytes: Buffer): CheckRequest {
  const request: CheckRequest = {
    route: "",
    authorization: undefined,
    cookie: undefined,
    requestedWith: undefined,
    fetchSite: undefined,
    host: "",
    target: "",
    requestId: undefined,
    traceparent: undefined,
  };
  const fields = new Fields(bytes, 0, bytes.length);
  while (fields.next()) {
    if (fields.field === ATTRIBUTES) readAttributes(bytes, fields.message(), request);
  }
  return request;
}

function readAttributes(bytes: Buffer, attributes: Fields, request: CheckRequest): void {
  let first = -1;
  let last = -1;
  while (attributes.next()) {
    if (attributes.field === CONTEXT_EXTENSIONS) {
      if (first < 0) first = attributes.tagAt;
      last = attributes.to;
    } else if (attributes.field === REQUEST) {
      const parts = attributes.message();
      while (parts.next()) if (parts.field === HTTP) readHttp(parts.message(), request);
    }
  }
  if (first >= 0) request.route = bytes.toString("latin1", first, last);
}

function readHttp(http: Fields, request: CheckRequest): void {
  while (http.next()) {
    if (http.field === HEADERS) readHeader(http.message(), request);
    else if (http.field === PATH) request.target ||= http.text();
    else if (http.field === HOST) request.host = http.text();
  }
}

function readHeader(entry: Fields, request: CheckRequest): void {
  let name = "";
  while (entry.next()) {
    if (entry.field === KEY) name = entry.text();
    else if (entry.field === VALUE) keepHeader(name, entry, request);
  }
}

function keepHeader(name: string, value: Fields, request: CheckRequest): void {
  switch (name) {
    case "authorization":
      request.authorization =
        request.authorization === undefined ? value.text() : `${request.authorization},${value.text()}`;
      break;
    case "cookie":
      request.cookie = request.cookie === undefined ? value.text() : `${request.cookie}; ${value.text()}`;
      break;
    case "x-requested-with":
      request.requestedWith = request.requestedWith === undefined ? value.text() : "";
      break;
    case "sec-fetch-site":
      request.fetchSite = request.fetchSite === undefined ? value.text() : "";
      break;
    case "x-request-id":
      request.requestId = value.text();
      break;
    case "x-envoy-original-path":
      request.target = value.text();
      break;
    case "traceparent":
      request.traceparent = value.text();
      break;
    default:
  }
}

/** Reads the entries of `route`, in the order sent. */
export function contextEntries(route: string): [key: string, value: string][] {
  const bytes = Buffer.from(route, "latin1");
  const entries: [string, string][] = [];
  const fields = new Fields(bytes, 0, bytes.length);
  while (fields.next()) {
    if (fields.field !== CONTEXT_EXTENSIONS) continue;
    const pair: [string, string] = ["", ""];
    const parts = fields.message();
    while (parts.next()) {
      if (parts.field === KEY) pair[0] = parts.text();
      else if (parts.field === VALUE) pair[1] = parts.text();
    }
    entries.push(pair);
  }
  return entries;
}
