import assert from "node:assert/strict";
import { after, test } from "node:test";
import { emptyDatabase } from "@jst/testing";
import { ConnectionPool, type Borrowed } from "./connection-pool.ts";

// A role of its own: beside this file the other tests of pools let that of crm open no connection for a while.
const { url } = await emptyDatabase("webhooks");

/** Makes a pool, and a way to ask it for connections. */
function poolOf(poolSize: number) {
  const pool = new ConnectionPool({ connectionString: url, poolSize, applicationName: "shared" });
  const served: string[] = [];
  const borrow = async (team?: string, as = team ?? "nobody"): Promise<Borrowed> => {
    const connection = await pool.borrow(60_000, team);
    served.push(as);
    return connection;
  };
  const borrowMany = (team: string, count: number) => Array.from({ length: count }, () => borrow(team));
  const release = async (borrowed: readonly Promise<Borrowed>[]) => {
    for (const connection of borrowed) (await connection).release();
  };
  return { pool, served, borrow, borrowMany, release };
}

test("a team that takes all it can has four fifths of a pool, and every other team is served at once", async () => {
  const { pool, served, borrow, borrowMany, release } = poolOf(10);
  after(() => pool.close());
  const greedy = borrowMany("greedy", 30);
  await Promise.all(greedy.slice(0, 8));
  const others = [await borrow("b"), await borrow("c")];
  assert.deepEqual(served, [...Array.from({ length: 8 }, () => "greedy"), "b", "c"]);
  for (const connection of others) connection.release();
  const again = await borrow("d");
  assert.equal(served.length, 11);
  again.release();
  await release(greedy);
  assert.equal(served.length, 33);
});

test("what a greedy team gives back goes to those who have less, until they have as much", async () => {
  const { pool, served, borrowMany, release } = poolOf(10);
  after(() => pool.close());
  const greedy = borrowMany("a", 12);
  const held = await Promise.all(greedy.slice(0, 8));
  const others = borrowMany("b", 12);
  await others[0];
  for (const [n, connection] of held.slice(0, 3).entries()) {
    connection.release();
    await others[n + 1];
  }
  assert.deepEqual([served.filter((team) => team === "a").length, served.length], [8, 12]);
  for (const connection of held.slice(3)) connection.release();
  await release([...greedy.slice(8), ...others]);
});

test("teams that wait are served in turn, each in the order in which its requests came, and so is work without a team", async () => {
  const { pool, served, borrow } = poolOf(1);
  after(() => pool.close());
  const held = await borrow("a", "held");
  const asked: [string | undefined, string][] = [
    ["a", "a1"],
    ["a", "a2"],
    ["a", "a3"],
    ["b", "b1"],
    [undefined, "nobody"],
    ["b", "b2"],
    ["c", "c1"],
  ];
  const waiting = asked.map(async ([team, as]) => (await borrow(team, as)).release());
  held.release();
  await Promise.all(waiting);
  assert.deepEqual(served, ["held", "a1", "b1", "nobody", "c1", "a2", "b2", "a3"]);
});

test("no share is lost with connections that break, and none with those who wait too long", async () => {
  const { pool, borrow } = poolOf(5);
  after(() => pool.close());
  const borrowAll = () => Promise.all(["a", "b", "c", "d", "e"].map((team) => borrow(team)));
  for (let n = 0; n < 3; n += 1) {
    const held = await borrowAll();
    for (const team of ["a", "f"]) await assert.rejects(pool.borrow(1, team), { code: "unavailable" });
    const waiting = ["a", "a", "a", "b", "f"].map(async (team) => (await borrow(team)).release(false));
    for (const connection of held) connection.release(false);
    await Promise.all(waiting);
  }
  for (const connection of await borrowAll()) connection.release();
});
