import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { createClient } from "redis";
import { testRedisUrl } from "../testing/config.ts";
import { RedisRelay } from "../testing/redis-relay.ts";
import { Limiter } from "./limiter.ts";
import type { RateLimit } from "./rate-limits.ts";

const WINDOW_MS = 60_000;
const redis = await createClient({ url: testRedisUrl() }).connect();
after(() => redis.destroy());

function newLimiter(redisUrl = testRedisUrl()): { limiter: Limiter; opened: () => number } {
  let times = 0;
  const limiter = new Limiter({ redisUrl, keyPrefix: "limit-test:", onOpen: () => (times += 1) });
  after(() => limiter.close());
  return { limiter, opened: () => times };
}

/** A limiter that is connected. */
async function readyLimiter(redisUrl?: string) {
  const made = newLimiter(redisUrl);
  await untilCounting(made.limiter);
  return made;
}

async function untilCounting(limiter: Limiter): Promise<void> {
  while ((await limiter.take(randomUUID(), 10)) === undefined);
}

async function takeMany(limiter: Limiter, token: string, limit: number, times: number): Promise<RateLimit[]> {
  const taken = await Promise.all(Array.from({ length: times }, () => limiter.take(token, limit)));
  return taken.filter((one) => one !== undefined);
}

/** The state of a token whose first bucket began so long ago. */
async function seed(token: string, state: { agoMs: number; count: number; before: number }): Promise<void> {
  const [seconds = "0", micros = "0"] = await redis.sendCommand<string[]>(["TIME"]);
  const start = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) - state.agoMs;
  await redis.hSet(`limit-test:${token}`, { start, count: state.count, before: state.before });
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

  test("counts the bucket before it by the part that is still inside", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await seed(token, { agoMs: 1.5 * WINDOW_MS, count: 100, before: 0 });
    assert.equal((await takeMany(limiter, token, 100, 80)).filter((one) => one.isAllowed).length, 50);
  });

  test("forgets what is two windows old", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await seed(token, { agoMs: 2 * WINDOW_MS, count: 100, before: 100 });
    assert.equal((await takeMany(limiter, token, 100, 120)).filter((one) => one.isAllowed).length, 100);
  });

  test("does not count what it refuses", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await takeMany(limiter, token, 5, 500);
    assert.equal(await redis.hGet(`limit-test:${token}`, "count"), "5");
  });

  const states = [
    { agoMs: 10_000, count: 100, before: 0 },
    { agoMs: 10_000, count: 40, before: 100 },
    { agoMs: 59_000, count: 100, before: 100 },
    { agoMs: 70_000, count: 100, before: 3 },
  ];
  for (const state of states) {
    test(`says when the next request is let through: ${JSON.stringify(state)}`, async () => {
      const { limiter } = await readyLimiter();
      const [token, later] = [randomUUID(), randomUUID()];
      await seed(token, state);
      const refused = (await takeMany(limiter, token, 100, 101)).find((one) => !one.isAllowed);
      assert.ok(refused !== undefined && refused.retryAfterS >= 1 && refused.retryAfterS <= 120);
      assert.equal(refused.remaining, 0);
      const left = await redis.hGetAll(`limit-test:${token}`);
      const [start, count, before] = [Number(left.start), Number(left.count), Number(left.before)];
      await redis.hSet(`limit-test:${later}`, { start: start - refused.retryAfterS * 1000, count, before });
      assert.equal((await limiter.take(later, 100))?.isAllowed, true);
    });
  }

  test("expires from Redis by itself", async () => {
    const { limiter } = await readyLimiter();
    const token = randomUUID();
    await limiter.take(token, 5);
    const ttl = await redis.pTTL(`limit-test:${token}`);
    assert.ok(ttl > 0 && ttl <= 2 * WINDOW_MS);
  });

  test("works on after Redis has lost its scripts", async () => {
    const { limiter } = await readyLimiter();
    await redis.scriptFlush();
    assert.equal((await limiter.take(randomUUID(), 5))?.remaining, 4);
  });
});

describe("without Redis every request passes uncounted", () => {
  async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
    const startedAt = performance.now();
    const result = await work();
    return [performance.now() - startedAt, result];
  }

  test("within 60 ms when Redis is stopped, then at once, and counts again when it is back", async () => {
    const relay = await RedisRelay.to(testRedisUrl());
    after(() => relay.cut());
    const { limiter, opened } = await readyLimiter(relay.url);
    const openedBefore = opened();
    relay.stall();
    for (let times = 0; times < 3; times += 1) {
      const [ms, result] = await timed(() => limiter.take(randomUUID(), 5));
      assert.equal(result, undefined);
      assert.ok(ms >= 45 && ms < 150, `${ms} ms`);
    }
    const [ms, result] = await timed(() => limiter.take(randomUUID(), 5));
    assert.equal(result, undefined);
    assert.ok(ms < 20, `${ms} ms`);
    assert.equal(opened() - openedBefore, 4);
    relay.resume();
    await untilCounting(limiter);
  });

  test("at once when Redis is dead, and counts again when it is back", async () => {
    const relay = await RedisRelay.to(testRedisUrl());
    after(() => relay.cut());
    const { limiter } = await readyLimiter(relay.url);
    await relay.cut();
    for (let times = 0; times < 5; times += 1) {
      const [ms, result] = await timed(() => limiter.take(randomUUID(), 5));
      assert.equal(result, undefined);
      assert.ok(ms < 60, `${ms} ms`);
    }
    await relay.restore();
    await untilCounting(limiter);
  });

  test("from the first request on when Redis was never there", async () => {
    const relay = await RedisRelay.to(testRedisUrl());
    await relay.cut();
    const { limiter, opened } = newLimiter(relay.url);
    const [ms, result] = await timed(() => limiter.take(randomUUID(), 5));
    assert.equal(result, undefined);
    assert.ok(ms < 60, `${ms} ms`);
    assert.equal(opened(), 1);
  });
});
