import { NameUnknown, UrlRefused } from "@jst/jobs/outbound";

/** Cause of a missing answer, as the API shows it (events.success). Details of the network are only in the log. */
export type AttemptFault =
  | "url_not_public"
  | "name_not_resolved"
  | "tls_failed"
  | "timeout"
  | "connection_failed";

/** Patterns of the error codes of Node.js and OpenSSL; every other error is connection_failed. */
const faults: readonly [RegExp, AttemptFault][] = [
  [/^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_)/, "tls_failed"],
  [/^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|EPROTO)$/, "tls_failed"],
  [/^ETIMEDOUT$/, "timeout"],
];

/** Returns the fault to report for an error that ended a POST. */
export function attemptFaultOf(error: unknown): AttemptFault {
  if (error instanceof NameUnknown || isOfDns(error)) return "name_not_resolved";
  if (error instanceof UrlRefused) return "url_not_public";
  const code = codeOf(error) ?? "";
  return faults.find(([codes]) => codes.test(code))?.[1] ?? "connection_failed";
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** Returns true for an error of DNS. Its code alone may be that of an endpoint that cannot be reached. */
function isOfDns(error: unknown): boolean {
  const call = (error as { syscall?: unknown } | null)?.syscall;
  return typeof call === "string" && call.startsWith("query");
}
