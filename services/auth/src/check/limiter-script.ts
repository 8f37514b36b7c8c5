import { defineScript, type CommandParser } from "redis";

/**
 * Takes up to ARGV[3] requests from the window of KEYS[1]: a sliding window of two buckets on the clock of Redis.
 * The first request opens the first bucket, so a fresh window is exact; requests that are refused do not count.
 * Answers {granted, remaining, ms to the bucket's end, ms until one more would be granted}.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = redis.call('HMGET', KEYS[1], 'start', 'count', 'before')
local start, count, before = tonumber(stored[1]) or now, tonumber(stored[2]) or 0, tonumber(stored[3]) or 0
local age = now - start
if age < 0 or age >= 2 * window then
  start, count, before = now, 0, 0
elseif age >= window then
  start, count, before = start + window, 0, count
end
local left = window - (now - start)
local free = math.max(0, math.floor(limit - count - before * left / window))
local granted = math.min(wanted, free)
if granted > 0 then
  count = count + granted
  redis.call('HSET', KEYS[1], 'start', start, 'count', count, 'before', before)
  redis.call('PEXPIRE', KEYS[1], 2 * window)
end
local wait = 0
if granted < wanted then
  if count < limit and before > 0 then
    wait = left - math.floor((limit - 1 - count) * window / before)
  else
    wait = left + window - math.floor((limit - 1) * window / count)
  end
end
return {granted, free - granted, left, math.max(wait, 0)}
`;

/** What the script answers. */
export type Taken = readonly [granted: number, remaining: number, leftMs: number, waitMs: number];

/** The script as a command of the client: by its digest, and by its text where the server does not know it yet. */
export const takeRequests = defineScript({
  SCRIPT,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser: CommandParser, key: string, limit: number, windowMs: number, wanted: number) {
    parser.pushKey(key);
    parser.push(String(limit), String(windowMs), String(wanted));
  },
  transformReply: (reply: unknown): Taken => reply as Taken,
});
