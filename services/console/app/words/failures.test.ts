import type { Problem } from "@jst/client";
import { catalogue } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { REMEDIES, remedyOf } from "./failures.ts";

/** Words of requests and replies, which people in the console do not see (console.failures). */
const FOR_PROGRAMS =
  /\b(force=|see errors|If-Match|Idempotency-Key|header|scope|token|parameter|query|body|route|[a-z]+_[a-z_]+)/i;

test("no text for people has an instruction for programs", () => {
  for (const [code, text = ""] of Object.entries(REMEDIES)) {
    assert.ok(Object.hasOwn(catalogue, code), code);
    assert.doesNotMatch(text, FOR_PROGRAMS, code);
    assert.match(text, /^[A-Z].*\.$/, code);
  }
});

test("a refusal whose detail is for programs shows the way out in the console", () => {
  const shown = (problem: Pick<Problem, "code" | "detail" | "errors">) => remedyOf(problem);
  const stale = { code: "version_conflict", detail: "Send current_version in If-Match." } as const;
  assert.match(shown(stale), /^Someone changed this in the meantime/);
  const errors = [{ field: "name", code: "required", message: "Enter a name." }];
  const invalid = {
    code: "validation_failed",
    detail: "This field is not valid: name. See errors.",
    errors,
  } as const;
  assert.equal(shown({ ...invalid, errors }), "Nothing was saved. Correct these values:");
});

test("a refusal by a rule shows the message of the rule", () => {
  const shown = remedyOf({ code: "rule_refused", detail: "Ask Ada before you delete invoices." });
  assert.equal(
    shown,
    "An approval rule of the team does not allow this. Ask Ada before you delete invoices.",
  );
});

test("each code of the catalogue has a text", () => {
  assert.deepEqual(Object.keys(REMEDIES).toSorted(), Object.keys(catalogue).toSorted());
});

test("a refusal for want of a passkey or a fresh sign-in names what helps against it", () => {
  const detail = "Use one of methods.";
  const shown = (...methods: string[]) => {
    const problem = { code: "step_up_required", detail, methods } as const;
    assert.doesNotMatch(remedyOf(problem), FOR_PROGRAMS);
    return remedyOf(problem);
  };
  assert.match(shown("sign_in"), /Sign in again/);
  assert.match(shown("sign_in", "passkey"), /Sign in again/);
  assert.match(shown("passkey"), /^This needs your passkey\./);
  assert.match(shown(), /^This needs a passkey, and you have none\. Add one under Account/);
});

test("at a local address without a name, passkeys are offered at the one with a name", () => {
  const shownAt = (hostname: string) => remedyOf({ code: "host_not_allowed" }, { hostname, port: "9000" });
  assert.match(shownAt("127.0.0.1"), /Open http:\/\/localhost:9000\/console/);
  assert.match(shownAt("app.example.com"), /at the address of your team/);
});
