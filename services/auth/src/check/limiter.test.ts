import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test, type TestContext } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createClient } from "@redis/client";
import { testRedisUrl } from "../testing/config.ts";
import { RedisRelay } from "../testing/redis-relay.ts";
import { PATIENCE_MS } from "../testing/test-auth.ts";
import { Limiter } from "./limiter.ts";
import { SLOTS } from "./limiter-script.ts";
import type { RateLimit } from "../rate-limits.ts";

const SLOT_MS = 1_000;
const redis = await createClient({ url: testRedisUrl() }).connect();
after(() => redis.destroy());

function newLimiter(options: { redisUrl?: string; patienceMs?: number } = {}) {
  let times = 0;
  const onOpen = () => void (times += 1);
  const limiter = new Limiter({ redisUrl: testRedisUrl(), keyPrefix: "limit-test:", onOpen, ...options });
  after(() => limiter.close());
  return { limiter, opened: () => times };
}

/** Connects a limiter that waits for Redis as long as a busy machine lets it, unless the test sets another patience. */
async function readyLimiter(options: Parameters<typeof newLimiter>[0] = { patienceMs: PATIENCE_MS }) {
  const made = newLimiter(options);
  await untilCounting(made.limiter);
  return made;
}

async function untilCounting(limiter: Limiter): Promise<void> {
  while ((await limiter.take(randomUUID(), 10)) === undefined);
}

/** Repeats the call until Redis answers in time: a busy machine may delay it. */
async function answered(take: () => Promise<RateLimit | undefined>): Promise<RateLimit> {
  for (;;) {
    const limit = await take();
    if (limit !== undefined) return limit;
  }
}

async function takeMany(limiter: Limiter, token: string, limit: number, times: number): Promise<RateLimit[]> {
  const taken = await Promise.all(Array.from({ length: times }, () => limiter.take(token, limit)));
  return taken.filter((one) => one !== undefined);
}

const keyOf = (token: string) => `limit-test:${token}`;

async function slotNow(): Promise<number> {
  const [seconds = "0", micros = "0"] = await redis.sendCommand<string[]>(["TIME"]);
  return Math.floor((Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)) / SLOT_MS);
}

/** Requests that the token made so many slots ago. */
async function seed(
  token: string,
  made: readonly (readonly [slotsAgo: number, count: number])[],
): Promise<void> {
  const slot = await slotNow();
  await redis.hSet(keyOf(token), Object.fromEntries(made.map(([ago, count]) => [slot - ago, count])));
}

/** Lets so many slots pass for the token: what it has made lies further back. */
async function pass(token: string, slots: number): Promise<void> {
  const made = Object.entries(await redis.hGetAll(keyOf(token)));
  await redis.del(keyOf(token));
  if (made.length === 0) return;
  const moved = ([name, value]: [string, string]): [string, string] => {
    if (name === "used") return [name, value];
    if (name === "oldest" || name === "newest") return [name, String(Number(value) - slots)];
    return [String(Number(name) - slots), value];
  };
  await redis.hSet(keyOf(token), Object.fromEntries(made.map(moved)));
}

describe("a sliding window", () => {
  test("lets exactly the limit through when it is fresh, however the requests arrive", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    const taken = [
      ...(await takeMany(limiter, token, 1000, 300)),
      ...(await takeMany(limiter, token, 1000, 1)),
      ...(await takeMany(limiter, token, 1000, 900)),
    ];
    assert.equal(taken.length, 1201);
    assert.equal(taken.filter((one) => one.isAllowed).length, 1000);
    const remaining = taken.filter((one) => one.isAllowed).map((one) => one.remaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: 1000 }, (_, index) => 999 - index),
    );
  });

  test("is one for all processes", async () => {
    const [first, second] = [(await readyLimiter()).limiter, (await readyLimiter()).limiter];
    const token = randomUUID();
    const taken = await Promise.all([takeMany(first, token, 100, 80), takeMany(second, token, 100, 80)]);
    assert.equal(taken.flat().filter((one) => one.isAllowed).length, 100);
  });

  test("is apart for every token", async () => {
    const { limiter } = await readyLimiter();
    for (const token of [randomUUID(), randomUUID()]) {
      assert.equal((await takeMany(limiter, token, 5, 9)).filter((one) => one.isAllowed).length, 5);
    }
  });

  test("counts a request until the window is over for it, and then no more", async () => {
    const { limiter } = await readyLimiter();
    const [inside, outside] = [randomUUID(), randomUUID()];
    await seed(inside, [[SLOTS - 1, 60]]);
    await seed(outside, [[SLOTS + 1, 60]]);
    assert.equal((await takeMany(limiter, inside, 100, 120)).filter((one) => one.isAllowed).length, 40);
    assert.equal((await takeMany(limiter, outside, 100, 120)).filter((one) => one.isAllowed).length, 100);
  });

  test("holds no more than the limit wherever it begins: bursts before, on and after every boundary", async () => {
    const { limiter } = await readyLimiter();
    const limit = 100;
    for (const [round, gaps] of [
      [0, [0, SLOTS - 1, 1, 1, SLOTS / 2, SLOTS, 1]],
      [1, [0, SLOTS / 2, SLOTS / 2, SLOTS / 2, SLOTS / 2, SLOTS / 2]],
      [2, Array.from({ length: 40 }, (_, index) => (index * 7) % 13)],
    ] as const) {
      const token = randomUUID();
      const granted: { from: number; to: number; count: number }[] = [];
      let passed = 0;
      for (const gap of gaps) {
        await pass(token, gap);
        passed += gap;
        const from = passed + (await slotNow());
        const burst = await takeMany(limiter, token, limit, round === 2 ? 17 : 150);
        granted.push({
          from,
          to: passed + (await slotNow()),
          count: burst.filter((one) => one.isAllowed).length,
        });
      }
      assert.equal(granted[0]?.count, round === 2 ? 17 : limit, "a fresh window gives all of it");
      for (const { from: begin } of granted) {
        const held = granted.filter(({ from, to }) => from >= begin && to < begin + SLOTS);
        const sum = held.reduce((total, { count }) => total + count, 0);
        assert.ok(sum <= limit, `${sum} from ${begin}`);
      }
    }
  });

  test("does not count what it refuses", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await takeMany(limiter, token, 5, 500);
    const slots = Object.entries(await redis.hGetAll(keyOf(token))).filter(([at]) => Number(at) > 0);
    assert.deepEqual(
      slots.map(([, count]) => count),
      ["5"],
    );
    assert.equal(await redis.hGet(keyOf(token), "used"), "5");
  });

  const states = [
    [[10, 100]],
    [
      [50, 60],
      [10, 40],
    ],
    [
      [59, 1],
      [58, 99],
    ],
    [[30, 130]],
  ] as const;
  for (const state of states) {
    test(`says when the next request is let through: ${JSON.stringify(state)}`, async () => {
      const { limiter } = await readyLimiter();
      const token = randomUUID();
      await seed(token, state);
      const refused = await answered(() => limiter.take(token, 100));
      assert.ok(!refused.isAllowed && refused.retryAfterS >= 1 && refused.retryAfterS <= SLOTS + 1);
      assert.equal(refused.remaining, 0);
      await pass(token, refused.retryAfterS);
      assert.equal((await answered(() => limiter.take(token, 100))).isAllowed, true);
    });
  }

  test("expires from Redis by itself", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await limiter.take(token, 5);
    const ttl = await redis.pTTL(keyOf(token));
    assert.ok(ttl > 0 && ttl <= (SLOTS + 1) * SLOT_MS);
  });

  test("works on after Redis has lost its scripts", async () => {
    const { limiter } = await readyLimiter();
    await redis.scriptFlush();
    assert.equal((await limiter.take(randomUUID(), 5))?.remaining, 4);
  });
});

describe("requests granted ahead", () => {
  const usedOf = async (token: string) => Number(await redis.hGet(keyOf(token), "used"));

  test("spare a busy token the question, and what is not used of them is free again", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    let isAhead = false;
    for (let times = 1; times <= 100; times += 1) {
      await answered(() => limiter.take(token, 10_000));
      isAhead ||= (await usedOf(token)) > times;
    }
    assert.ok(isAhead, "never more was granted than asked for");
    while ((await usedOf(token)) !== 100) await nextTurn();
    assert.equal((await answered(() => limiter.take(token, 10_000))).remaining, 10_000 - 101);
  });

  test("are good in their slot only", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    const taken = new Map<number, number>();
    const begin = await slotNow();
    for (let slot = begin; slot < begin + 3; slot = await slotNow()) {
      await answered(() => limiter.take(token, 1_000_000));
      const after = await slotNow();
      if (after === slot) taken.set(slot, (taken.get(slot) ?? 0) + 1);
    }
    const counted = await redis.hGetAll(keyOf(token));
    for (const [slot, times] of taken) assert.ok(Number(counted[slot]) >= times, `slot ${slot}`);
  });

  test("of two processes together never pass the limit, and leave next to nothing of it unused", async () => {
    const limiters = [(await readyLimiter()).limiter, (await readyLimiter()).limiter];
    const token = randomUUID();
    let allowed = 0;
    for (let times = 0; times < 1_100; times += 1)
      for (const limiter of limiters)
        if ((await answered(() => limiter.take(token, 2_000))).isAllowed) allowed += 1;
    assert.ok(allowed <= 2_000 && allowed > 1_960, `${allowed} of 2,000`);
  });
});

describe("without Redis every request passes uncounted", () => {
  /** Stops the clock: time passes only through `pass`, which shows that a request waits for Redis. */
  function stopClock({ mock }: TestContext): { pass: (ms: number) => void; start: () => void } {
    mock.timers.enable({ apis: ["setTimeout"] });
    return { pass: (ms) => mock.timers.tick(ms), start: () => mock.timers.reset() };
  }

  test("50 ms later when Redis is stopped or slow, then at once, and counts again when it is back", async (context) => {
    const relay = await RedisRelay.to(testRedisUrl());
    after(() => relay.cut());
    const { limiter, opened } = await readyLimiter({ redisUrl: relay.url });
    const openedBefore = opened();
    relay.stall();
    const clock = stopClock(context);
    for (let times = 0; times < 3; times += 1) {
      let isOver = false;
      const taking = limiter.take(randomUUID(), 5).finally(() => (isOver = true));
      // Taken when its turn has ended and Redis has been asked.
      await nextTurn();
      clock.pass(49);
      await nextTurn();
      assert.equal(isOver, false);
      clock.pass(1);
      assert.equal(await taking, undefined);
    }
    assert.equal(await limiter.take(randomUUID(), 5), undefined, "without waiting: the clock stands");
    assert.equal(opened() - openedBefore, 4);
    clock.start();
    relay.resume();
    await untilCounting(limiter);
  });

  test("when Redis is dead, and counts again when it is back", async () => {
    const relay = await RedisRelay.to(testRedisUrl());
    after(() => relay.cut());
    const { limiter, opened } = await readyLimiter({ redisUrl: relay.url });
    const openedBefore = opened();
    await relay.cut();
    for (let times = 0; times < 5; times += 1) assert.equal(await limiter.take(randomUUID(), 5), undefined);
    assert.equal(opened() - openedBefore, 5);
    await relay.restore();
    await untilCounting(limiter);
  });

  test("from the first request on when Redis was never there", async (context) => {
    const relay = await RedisRelay.to(testRedisUrl());
    await relay.cut();
    const { limiter, opened } = newLimiter({ redisUrl: relay.url });
    stopClock(context);
    assert.equal(await limiter.take(randomUUID(), 5), undefined);
    assert.equal(opened(), 1);
  });
});
