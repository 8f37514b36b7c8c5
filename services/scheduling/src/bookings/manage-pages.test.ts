import { Database } from "@jst/db";
import { teamContext } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { ManagePages } from "./manage-pages.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, ask } = testPages(scheduling);
const { book } = bookingsOf(scheduling.door);
const options = { poolSize: 1, applicationName: "test", changesetPrefix: "scheduling" };
const database = new Database({ connectionString: scheduling.database.url, ...options });
after(() => database.close());

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const both = new Map([
  ["k1", first],
  ["k2", second],
]);

test("after a rotation of keys a booking keeps its address while the former key is listed; a former address stays good", async () => {
  const team = newTeam();
  const { id: typeId } = await newPage(team);
  const { body: made } = await book(team.caller, typeId, at(3, "10:00"), { notify: false });
  const context = { ...teamContext(), teamId: team.caller.team_id };
  const pathWith = async (current: string, keys: ReadonlyMap<string, Buffer>) => {
    const pages = new ManagePages({ current, keys }, "http://gateway.test");
    return (await database.write(context, (tx) => pages.pathOf(tx, made.id))).result;
  };
  const told = await pathWith("k1", new Map([["k1", first]]));
  assert.equal(await pathWith("k2", both), told);
  const fresh = await pathWith("k2", new Map([["k2", second]]));
  assert.notEqual(fresh, told);
  for (const path of [told, fresh]) assert.equal((await ask(path)).status, 200);
  assert.throws(() => new ManagePages({ current: "k3", keys: both }, ""), /k3/);
});
