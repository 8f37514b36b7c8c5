import assert from "node:assert/strict";
import { test } from "node:test";
import { NameUnknown, UrlRefused } from "@jst/jobs/outbound";
import { attemptFaultOf } from "./attempt-fault.ts";

/** Error codes of Node.js for refused certificates. */
const certificates = [
  ...["CERT_HAS_EXPIRED", "CERT_UNTRUSTED", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"],
  ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_CRL", "CRL_HAS_EXPIRED", "CRL_NOT_YET_VALID"],
  ...["ERROR_IN_CERT_NOT_AFTER_FIELD", "ERROR_IN_CRL_LAST_UPDATE_FIELD", "INVALID_CA", "INVALID_PURPOSE"],
  ...["HOSTNAME_MISMATCH", "PATH_LENGTH_EXCEEDED"],
];

test("the owner of an endpoint sees in one word why it did not answer", () => {
  const told = (code: string) => attemptFaultOf(Object.assign(new Error("10.0.0.7 said no"), { code }));
  assert.equal(
    attemptFaultOf(
      new UrlRefused(
        "The host name resolves to an address that is not public. Use a host that the public internet reaches.",
      ),
    ),
    "url_not_public",
  );
  assert.equal(
    attemptFaultOf(
      new NameUnknown(
        "The host name of the URL has no address in DNS. Check the spelling, or the DNS record.",
      ),
    ),
    "name_not_resolved",
  );
  const unreachable = Object.assign(new Error("queryA"), { code: "ECONNREFUSED", syscall: "queryA" });
  assert.equal(attemptFaultOf(unreachable), "name_not_resolved");
  for (const code of [...certificates, "ERR_TLS_CERT_ALTNAME_INVALID", "EPROTO"])
    assert.equal(told(code), "tls_failed", code);
  assert.equal(told("ETIMEDOUT"), "timeout");
  for (const code of ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "EPIPE"])
    assert.equal(told(code), "connection_failed", code);
  for (const error of [new Error("the connection ended without an answer"), null, "text"])
    assert.equal(attemptFaultOf(error), "connection_failed");
});
