import assert from "node:assert/strict";
import { test } from "node:test";
import { jstProgram, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** The examples of commerce, as an operator makes them (operation.seeds). */
const lists = {
  invoices: "invoices",
  quotes: "quotes",
  checkouts: "checkout",
  subscriptions: "subscriptions",
};

test("jst seed makes the commerce of a team once, and prints the ids of what the team then has", async () => {
  const { slug, token } = await newTeam("seeded");
  const seed = () => jstProgram<Record<string, string[]>>("seed", "--team", slug, "commerce");
  const made = await seed();
  assert.deepEqual(Object.keys(made).sort(), ["contacts", ...Object.keys(lists)].sort());
  const everything = async () => {
    const answers = Object.values(lists).map((path) =>
      send({ path: `/api/v1/commerce/${path}?limit=100`, token }),
    );
    return (await Promise.all(answers)).map(({ body }) => body as Record<string, { id: string }[]>);
  };
  const before = await everything();
  for (const [at, plural] of Object.keys(lists).entries()) {
    const ids = new Set(before[at]?.[plural]?.map(({ id }) => id));
    assert.ok((made[plural]?.length ?? 0) > 0, plural);
    for (const id of made[plural] ?? []) assert.ok(ids.has(id), `${plural} has no ${id}`);
  }
  assert.deepEqual(await seed(), made);
  assert.deepEqual(await everything(), before);
});

test("jst seed says why it makes nothing: a domain or a team that is not there", async () => {
  const { slug } = await newTeam("unseeded");
  await assert.rejects(jstProgram("seed", "--team", slug, "trade"), { code: 2 });
  await assert.rejects(jstProgram("seed", "--team", `${slug}-away`, "commerce"), { code: 1 });
});
