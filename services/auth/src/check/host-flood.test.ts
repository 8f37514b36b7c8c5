import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { testRedisUrl } from "../testing/config.ts";
import { proxiedAuth } from "../testing/proxied-auth.ts";
import { PATIENCE_MS } from "../testing/test-auth.ts";
import { Limiter } from "./limiter.ts";

const { auth, proxy } = await proxiedAuth();
const limiter = new Limiter({ redisUrl: testRedisUrl(), patienceMs: PATIENCE_MS, onOpen: () => undefined });
after(() => limiter.close());

/** Takes all that the token may in its window. */
async function exhaust(tokenId: string): Promise<void> {
  while ((await limiter.take(tokenId, 1_000)) === undefined);
  const taken = await Promise.all(Array.from({ length: 1_000 }, () => limiter.take(tokenId, 1_000)));
  assert.ok(taken.some((limit) => limit?.isAllowed === false));
}

test("a token beyond its limit is refused before its host is looked up; a host known to be another team's is still a 401", async () => {
  const [team, other] = [await auth.newTeam(), await auth.newTeam()];
  const human = await auth.mintFor(team, "member");
  assert.equal((await auth.door.operate("AddHost", { team: other, host: "theirs.example.org" })).status, 200);
  const service = await auth.mint({ team, type: "service" });
  const ask = (host: string) => auth.askWith(human.value, { host });
  await exhaust(human.id);
  while ((await ask("localhost")).isAllowed);
  const asked: string[] = [];
  proxy.judge = ({ body }) => {
    if (body.includes("flood")) asked.push(body);
    return "pass";
  };
  const refused: string[] = [];
  for (let n = 0; refused.length < 50; n += 1) {
    const host = `flood-${n}.example.org`;
    const answer = await ask(host);
    // A limiter whose Redis is late lets a request through.
    if (answer.isAllowed) continue;
    assertDenied(answer, 429, "rate_limited");
    refused.push(host);
  }
  assert.deepEqual(
    refused.filter((host) => asked.some((body) => body.includes(host))),
    [],
  );
  assertDenied(await auth.askWith(service.value, { host: "theirs.example.org" }), 401, "invalid_token");
  assertDenied(await ask("theirs.example.org"), 401, "invalid_token");
});
