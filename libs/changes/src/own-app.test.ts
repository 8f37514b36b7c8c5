import assert from "node:assert/strict";
import { test } from "node:test";
import { requireNotOwnApp } from "./access.ts";

test("an API token does not approve what an app of its own member proposed; another member's does", () => {
  const app = { token_type: "oauth_app", member_id: "a" } as const;
  assert.throws(() => requireNotOwnApp({ token_type: "human", member_id: "a" }, app), {
    code: "insufficient_scope",
  });
  requireNotOwnApp({ token_type: "human", member_id: "b" }, app);
  requireNotOwnApp({ token_type: "human", member_id: "a" }, { token_type: "human", member_id: "b" });
});
