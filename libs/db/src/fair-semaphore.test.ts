import { AppError } from "@jst/errors";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { FairSemaphore } from "./fair-semaphore.ts";

/** Work that lasts until it is ended, and what has begun. */
function works(semaphore: FairSemaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, teamId: string) =>
    semaphore.run(teamId, () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ends.set(name, () => resolve(undefined));
      return promise;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { begun, begin, end };
}

test("as many work at once as may, of one team fewer; the others go in turn", async () => {
  const { begun, begin, end } = works(
    new FairSemaphore({ most: 2, mostOfTeam: 1, waitMs: 60_000, subject: "lists", remedy: "Ask for fewer." }),
  );
  const all = [begin("a1", "a"), begin("a2", "a"), begin("b1", "b"), begin("c1", "c"), begin("a3", "a")];
  assert.deepEqual(begun, ["a1", "b1"]);
  await end("b1");
  assert.deepEqual(begun, ["a1", "b1", "c1"]);
  await end("a1");
  assert.deepEqual(begun, ["a1", "b1", "c1", "a2"]);
  await end("c1");
  assert.equal(begun.length, 4);
  await end("a2");
  await end("a3");
  await Promise.all(all);
});

test("one whose caller has gone away waits no longer, and its turn is the next one's", async () => {
  const semaphore = new FairSemaphore({
    most: 1,
    mostOfTeam: 1,
    waitMs: 60_000,
    subject: "lists",
    remedy: "Ask for fewer.",
  });
  const { begun, begin, end } = works(semaphore);
  const caller = new AbortController();
  const first = begin("a1", "a");
  const waits = { callerMs: 60_000, departure: () => caller.signal };
  const left = semaphore.run("a", () => Promise.reject(new Error("it has begun")), waits);
  const next = begin("a2", "a");
  caller.abort();
  await assert.rejects(left, { code: "unavailable" });
  await end("a1");
  assert.deepEqual(begun, ["a1", "a2"]);
  await end("a2");
  await Promise.all([first, next]);
});

test("those who wait are served one of each team after another, however many of one came before", async () => {
  const { begun, begin, end } = works(
    new FairSemaphore({ most: 2, mostOfTeam: 1, waitMs: 60_000, subject: "lists", remedy: "Ask for fewer." }),
  );
  const names = (team: string, count: number) => Array.from({ length: count }, (_, n) => `${team}${n + 1}`);
  const all = [...names("a", 20), ...names("b", 20), "c1"].map((name) => begin(name, name.slice(0, 1)));
  for (let place = 0; place < all.length; place += 1) await end(begun[place] ?? "");
  await Promise.all(all);
  assert.deepEqual(begun.slice(0, 5), ["a1", "b1", "a2", "b2", "c1"]);
  for (const team of ["a", "b"])
    assert.deepEqual(
      begun.filter((name) => name.startsWith(team)),
      names(team, 20),
    );
});

test("two teams that always want more do not keep the turns from a third", async () => {
  const { begun, begin, end } = works(
    new FairSemaphore({ most: 3, mostOfTeam: 2, waitMs: 60_000, subject: "lists", remedy: "Ask for fewer." }),
  );
  const names = ["a1", "a2", "b1", "a3", "a4", "a5", "a6", "b2", "b3", "b4", "c1"];
  const all = names.map((name) => begin(name, name.slice(0, 1)));
  for (let place = 0; place < all.length; place += 1) await end(begun[place] ?? "");
  await Promise.all(all);
  assert.deepEqual(begun.slice(0, 6), ["a1", "a2", "b1", "a3", "b2", "c1"]);
});

test("work whose caller has stopped waiting leaves the queue and never starts", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const semaphore = new FairSemaphore({
    most: 1,
    mostOfTeam: 1,
    waitMs: 60_000,
    subject: "lists",
    remedy: "Ask for fewer.",
  });
  const { begun, begin, end } = works(semaphore);
  const first = begin("first", "a");
  const gone = semaphore.run("b", () => Promise.resolve(begun.push("gone")), { callerMs: 1 });
  const refused = assert.rejects(gone, AppError);
  t.mock.timers.tick(1);
  const last = begin("last", "b");
  await end("first");
  assert.deepEqual(begun, ["first", "last"]);
  await end("last");
  await Promise.all([first, refused, last]);
});

test("whose turn does not come in time is told when to come back, and work that fails gives its turn on", async () => {
  const semaphore = new FairSemaphore({
    most: 1,
    mostOfTeam: 1,
    waitMs: 20,
    subject: "lists",
    remedy: "Ask for fewer.",
  });
  const { begun, begin, end } = works(semaphore);
  const first = begin("first", "a");
  await assert.rejects(begin("late", "b"), (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.headers], ["unavailable", { "retry-after": "1" }]);
    assert.equal(error.message, "The server is busy with too many lists. Ask for fewer.");
    return true;
  });
  await end("first");
  await first;
  await assert.rejects(
    semaphore.run("a", () => Promise.reject(new Error("failed"))),
    /failed/,
  );
  await Promise.all([begin("last", "b"), end("last")]);
  assert.deepEqual(begun, ["first", "last"]);
});

test("whose turn does not come in time is told to come back after as long as work of his team took last", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const waitMs = 9_000;
  const options = { most: Infinity, mostOfTeam: 1, waitMs, subject: "lists", remedy: "Ask for fewer." };
  const { begin, end } = works(new FairSemaphore(options));
  const all = [begin("work 0", "a")];
  for (const [n, [tookMs, retryAfter]] of [
    [6_500, "7"],
    [waitMs + 1_000, "10"],
    [waitMs + 60_000, "30"],
  ].entries()) {
    t.mock.timers.tick(Number(tookMs) - (n === 0 ? 0 : waitMs));
    all.push(begin(`work ${n + 1}`, "a"));
    await end(`work ${n}`);
    const late = assert.rejects(begin("late", "a"), { headers: { "retry-after": retryAfter } });
    t.mock.timers.tick(waitMs);
    await late;
  }
  await end("work 3");
  await Promise.all(all);
});
