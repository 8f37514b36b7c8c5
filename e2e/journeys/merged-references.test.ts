import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { nameContacts } from "../src/named-contacts.ts";
import { teamApi } from "../src/team-api.ts";

const FOLLOWS_MS = 60_000;

let token = "";
const { call } = teamApi(() => token);
before(async () => {
  token = (await newTeam("merged-references")).token;
});

test("whatever a body lets name a contact names the target of a merge, by every rpc that takes a contact", async () => {
  const { target, source, places } = await nameContacts(call, "references");
  const read = async (place: string) => JSON.stringify((await call("GET", place)).body);
  for (const place of places) assert.ok((await read(place)).includes(source), place);
  assert.equal((await call("POST", `contacts/${target}/merge`, { source_id: source })).status, 200);
  for (const place of places)
    await until(`${place} names the target`, FOLLOWS_MS, async () => {
      const text = await read(place);
      return text.includes(target) && !text.includes(source);
    });
});
