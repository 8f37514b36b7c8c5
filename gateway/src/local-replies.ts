import { PROBLEM_CONTENT_TYPE, statusOf } from "@jst/errors";
import {
  authUnavailable,
  badRequest,
  documentOf,
  headersTooLarge,
  internalError,
  localProblems,
  type luaRefusals,
  nulInTarget,
  oddHead,
  payloadTooLarge,
  unavailable,
  type GatewayProblem,
} from "./problems.ts";

import type { BodyLimit } from "./routes.ts";

type Filter = Record<string, unknown>;

/** Builds the problem document that replaces Envoy's own text, with both ids. */
export function problemFormat(problem: GatewayProblem, baseUrl: string): Record<string, unknown> {
  const document = Object.fromEntries(
    Object.entries(documentOf(problem, baseUrl)).map(([member, value]) => [member, literal(value)]),
  );
  return {
    content_type: PROBLEM_CONTENT_TYPE,
    json_format: { ...document, request_id: "%RESP(X-REQUEST-ID)%", trace_id: TRACE_ID },
    omit_empty_values: true,
    formatters: [celWithTextFunctions],
  };
}

/** A request refused before its trace begins has the digits of its request id for one, as in replies.lua. */
const TRACE_ID =
  "%CEL('x-trace-id' in response.headers ? response.headers['x-trace-id'] : response.headers['x-request-id'].replace('-', ''))%";

/** CEL is there without asking; `replace` is not. */
const celWithTextFunctions = {
  name: "envoy.formatter.cel",
  typed_config: {
    "@type": "type.googleapis.com/envoy.extensions.formatter.cel.v3.Cel",
    cel_config: { enable_string_functions: true },
  },
};

/** The mappers of local_reply_config in the order in which Envoy tries them. */
export function problemMappers(baseUrl: string, limits: readonly BodyLimit[]): Record<string, unknown>[] {
  const by = (filter: Filter, problem: GatewayProblem): Record<string, unknown> => ({
    filter,
    status_code: statusOf(problem.code),
    headers_to_add: problemHeaders,
    body_format_override: problemFormat(problem, baseUrl),
  });
  return [
    by(all(fromAuth, status("EQ", 503)), authUnavailable),
    // Answer of Envoy, not of auth, which says 503 of its own faults: the token no longer fits into the header block.
    by(all(fromAuth, status("EQ", 500)), headersTooLarge),
    // A denial: the document auth wrote, to the byte, with the content type auth gave it.
    {
      filter: fromAuth,
      body_format_override: { text_format_source: { inline_string: "%LOCAL_REPLY_BODY%" } },
    },
    by(refusedFor("head"), oddHead),
    by(
      all(status("EQ", 400), {
        header_filter: { header: { name: ":path", string_match: { contains: "%00" } } },
      }),
      nulInTarget,
    ),
    ...limits.map(({ rpc, bytes }) => {
      const isRpc = { header_filter: { header: { name: ":path", string_match: { exact: `/${rpc}` } } } };
      return by(all(status("EQ", 413), isRpc), payloadTooLarge(bytes));
    }),
    ...localProblems.map((problem) => by(status("EQ", statusOf(problem.code)), problem)),
    // The way to the console stays as its route says.
    { filter: status("EQ", 302) },
    // Envoy's answer to a transfer encoding it does not know: the client's fault, and no 5xx.
    by(status("EQ", 501), badRequest),
    // Its answer where a service went away under an upload that is too long to be kept for another try.
    by(status("EQ", 507), unavailable),
    by(status("LE", 499), badRequest),
    by(status("GE", 500), internalError),
  ];
}

/** A refusal that comes before the request has an id gets one here, so that header and body always agree. */
const problemHeaders = [
  { header: { key: "cache-control", value: "no-store" }, append_action: "OVERWRITE_IF_EXISTS_OR_ADD" },
  {
    header: { key: "x-content-type-options", value: "nosniff" },
    append_action: "OVERWRITE_IF_EXISTS_OR_ADD",
  },
  {
    header: {
      key: "x-request-id",
      value: `%COALESCE(${JSON.stringify({ operators: [{ command: "REQ", param: "x-request-id" }, { command: "UNIQUE_ID" }] })})%`,
    },
    append_action: "OVERWRITE_IF_EXISTS_OR_ADD",
  },
];

const fromAuth: Filter = { response_flag_filter: { flags: ["UAEX"] } };

/** A refusal of a Lua filter, by the word that the filter leaves in the metadata of the request. */
function refusedFor(word: keyof typeof luaRefusals): Filter {
  const matcher = { filter: "jst", path: [{ key: "refused" }], value: { string_match: { exact: word } } };
  return { metadata_filter: { matcher, match_if_key_not_found: false } };
}

function all(...filters: Filter[]): Filter {
  return { and_filter: { filters } };
}

function status(op: "EQ" | "LE" | "GE", code: number): Filter {
  return {
    status_code_filter: {
      comparison: { op, value: { default_value: code, runtime_key: `gateway.never_${op}_${code}` } },
    },
  };
}

/** Envoy reads `%` as the start of a command. */
function literal(value: string | number): string | number {
  return typeof value === "string" ? value.replaceAll("%", "%%") : value;
}
