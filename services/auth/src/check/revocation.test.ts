import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

/** Longest time a revoked token may still pass, in milliseconds (tokens.revocation). */
const boundMs = 5_000;

/** Asks without pause until a second after the bound; the moment at which the last request that passed was sent. */
async function lastSuccess(ask: () => Promise<{ isAllowed: boolean }>, until: () => number): Promise<number> {
  let last = 0;
  // The reply's moment would measure how busy this machine is: what counts is which requests are let in.
  for (let sentAt = performance.now(); sentAt < until(); sentAt = performance.now())
    if ((await ask()).isAllowed) last = sentAt;
  return last;
}

const { door, newTeam, teamIdOf, mint, askWith, sql } = await testAuth({ forgetsInSeconds: true });

test("under load no request of a revoked token passes later than five seconds after its revocation", async () => {
  const slug = await newTeam();
  const caller = testCaller({ team_id: await teamIdOf(slug) });
  const { id, value } = await mint({ team: slug, type: "service" });
  let end = Infinity;
  const askers = Array.from({ length: 8 }, () =>
    lastSuccess(
      () => askWith(value),
      () => end,
    ),
  );
  while (!(await askWith(value)).isAllowed);
  const reply = await door.call("DeleteToken", { caller, path: { token_id: id } });
  const revokedAt = performance.now();
  end = revokedAt + boundMs + 1_000;
  assert.equal(reply.status, 200);
  const last = Math.max(...(await Promise.all(askers)));
  assert.ok(last > 0 && last <= revokedAt + boundMs, `a success ${Math.round(last - revokedAt)} ms later`);
});

test("the same holds when the announcement is lost", async () => {
  const { id, value } = await mint({ team: await newTeam(), type: "service" });
  let end = Infinity;
  const askers = Array.from({ length: 4 }, () =>
    lastSuccess(
      () => askWith(value),
      () => end,
    ),
  );
  while (!(await askWith(value)).isAllowed);
  // Without its trigger the change is announced to nobody.
  await sql("alter table auth.tokens disable trigger announce_change");
  await sql("update auth.tokens set revoked_at = now() where id = $1", [id]);
  const revokedAt = performance.now();
  end = revokedAt + boundMs + 1_000;
  await sql("alter table auth.tokens enable trigger announce_change");
  const last = Math.max(...(await Promise.all(askers)));
  assert.ok(last > 0 && last <= revokedAt + boundMs, `a success ${Math.round(last - revokedAt)} ms later`);
});
