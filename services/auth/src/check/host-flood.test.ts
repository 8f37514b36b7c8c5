import { PostgresProxy } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { testRedisUrl } from "../testing/config.ts";
import { testAuth } from "../testing/test-auth.ts";
import { Limiter } from "./limiter.ts";

let proxy: PostgresProxy | undefined;
const auth = await testAuth({
  lookupUrl: async (database) => {
    proxy = await PostgresProxy.to(database.urlOf("auth_lookup"));
    return proxy.url;
  },
});
after(() => proxy?.close());
const limiter = new Limiter({ redisUrl: testRedisUrl(), onOpen: () => undefined });
after(() => limiter.close());

/** Takes all that the token may in its window. */
async function exhaust(tokenId: string): Promise<void> {
  while ((await limiter.take(tokenId, 1_000)) === undefined);
  const taken = await Promise.all(Array.from({ length: 1_000 }, () => limiter.take(tokenId, 1_000)));
  assert.ok(taken.some((limit) => limit?.isAllowed === false));
}

test("a token beyond its limit is refused before its host is looked up; a host that is known to be another team's is a 401 all the same", async () => {
  const [team, other] = [await auth.newTeam(), await auth.newTeam()];
  const human = await auth.mintFor(team, "member");
  assert.equal((await auth.door.operate("AddHost", { team: other, host: "theirs.example.org" })).status, 200);
  const service = await auth.mint({ team, type: "service" });
  const ask = (host: string) => auth.askWith(human.value, { host });
  await exhaust(human.id);
  while ((await ask("localhost")).isAllowed);
  assert.ok(proxy !== undefined);
  const asked: string[] = [];
  proxy.judge = ({ body }) => {
    if (body.includes("flood")) asked.push(body);
    return "pass";
  };
  for (let n = 0; n < 50; n += 1) assertDenied(await ask(`flood-${n}.example.org`), 429, "rate_limited");
  assert.deepEqual(asked, []);
  assertDenied(await auth.askWith(service.value, { host: "theirs.example.org" }), 401, "invalid_token");
  assertDenied(await ask("theirs.example.org"), 401, "invalid_token");
});
