import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "@jst/testing";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** Until a killed process answers again. How soon that has to be is what kill.test.ts says. */
const RECOVERY_MS = 40_000;

let team = { slug: "", token: "" };
before(async () => {
  team = await newTeam("account-kill");
});

const statusOf = async (token: string, path = "/api/v1/contacts"): Promise<number> =>
  (await send({ path, token })).status;

test("while account is killed requests pass, revoked tokens stay refused, and its own routes are 503 at worst (operation.workloads)", async () => {
  const minted = await jst<{ id: string; value: string }>(
    ...["token", "mint", "--team", team.slug, "--type", "service", "--name", "revoked"],
  );
  assert.equal(await statusOf(minted.value), 200);
  const revoked = await send({ method: "DELETE", path: `/api/v1/tokens/${minted.id}`, token: team.token });
  assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
  const victim = fleet().components["account"];
  assert.ok(victim, "the fleet has no component account");
  process.kill(victim.pid, "SIGKILL");
  const seen: [living: number, revoked: number, own: number][] = [];
  await until("account answers again", RECOVERY_MS, async () => {
    const one = [
      await statusOf(team.token),
      await statusOf(minted.value),
      await statusOf(team.token, "/api/v1/tokens"),
    ] as const;
    seen.push([...one]);
    return fleet().components["account"]?.pid !== victim.pid && one[2] === 200 ? true : undefined;
  });
  for (const [living, refused, own] of seen) {
    assert.equal(living, 200);
    assert.equal(refused, 401);
    assert.ok([200, 503].includes(own), `answered ${own}`);
  }
  assert.equal(await statusOf(minted.value), 401);
});
