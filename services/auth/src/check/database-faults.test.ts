import { PostgresProxy } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { testAuth } from "../testing/test-auth.ts";

let proxy: PostgresProxy | undefined;
const auth = await testAuth({
  lookupUrl: async (database) => {
    proxy = await PostgresProxy.to(database.urlOf("auth_lookup"));
    return proxy.url;
  },
});
after(() => proxy?.close());

test("while the database is away, remembered tokens pass, others get 503, and none gets in", async () => {
  const team = await auth.newTeam();
  const [known, unknown] = [
    await auth.mint({ team, type: "service" }),
    await auth.mint({ team, type: "service" }),
  ];
  assert.ok((await auth.askWith(known.value)).isAllowed);
  assert.ok(proxy !== undefined);
  proxy.judge = () => "cut";
  for (let times = 0; times < 20; times += 1) {
    assert.ok((await auth.askWith(known.value)).isAllowed);
    assertDenied(await auth.askWith(unknown.value), 503, "unavailable");
  }
  proxy.judge = () => "pass";
  while (!(await auth.askWith(unknown.value)).isAllowed);
});
