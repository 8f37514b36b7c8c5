import { defineScript, type CommandParser } from "redis";

/** Parts of a window: what is over by less than one of them still counts, so a window is longer by that at most. */
export const SLOTS = 60;

/**
 * Takes up to ARGV[3] requests from the window of KEYS[1]: a sliding window in slots of ARGV[2] ms on the clock of Redis,
 * of which a slot counts as a whole until its last moment has left. So no window, wherever it begins, holds more than the
 * limit; a fresh one holds exactly it; requests that are refused do not count (ADR 33).
 * Answers {granted, remaining, ms until the oldest counted slot leaves, ms until one more would be granted}.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, size, wanted, slots = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ${SLOTS}
local slot = math.floor(now / size)

-- The slots that count, each {slot, count}, oldest first; those that do not are dropped.
local function sweep()
  local stored, counted, gone = redis.call('HGETALL', KEYS[1]), {}, {}
  for i = 1, #stored, 2 do
    local at, count = tonumber(stored[i]), tonumber(stored[i + 1])
    if at ~= nil and at <= slot and at >= slot - slots then
      counted[#counted + 1] = {at, count}
    elseif at ~= nil then
      gone[#gone + 1] = stored[i]
    end
  end
  if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
  table.sort(counted, function(one, other) return one[1] < other[1] end)
  return counted
end

-- Their sum is kept beside them, and holds until the oldest leaves or the clock falls back.
local known = redis.call('HMGET', KEYS[1], 'used', 'oldest', 'newest')
local used, oldest, newest = tonumber(known[1]), tonumber(known[2]), tonumber(known[3])
if used == nil or oldest < slot - slots or newest > slot then
  used, oldest = 0, slot
  local counted = sweep()
  for _, entry in ipairs(counted) do used = used + entry[2] end
  if counted[1] then oldest = counted[1][1] end
end

local free = math.max(0, limit - used)
local granted = math.min(wanted, free)
if granted > 0 then
  redis.call('HINCRBY', KEYS[1], slot, granted)
  redis.call('HSET', KEYS[1], 'used', used + granted, 'oldest', oldest, 'newest', slot)
  redis.call('PEXPIRE', KEYS[1], (slots + 1) * size)
end
local function leaves(at) return (at + slots + 1) * size - now end
local wait, left = 0, used + granted
if granted < wanted then
  wait = leaves(slot)
  for _, entry in ipairs(sweep()) do
    left = left - entry[2]
    if left < limit then
      wait = leaves(entry[1])
      break
    end
  end
end
return {granted, free - granted, leaves(oldest), wait}
`;

/** What the script answers. */
export type Taken = readonly [granted: number, remaining: number, leftMs: number, waitMs: number];

/** The script as a command of the client: by its digest, and by its text where the server does not know it yet. */
export const takeRequests = defineScript({
  SCRIPT,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser: CommandParser, key: string, limit: number, slotMs: number, wanted: number) {
    parser.pushKey(key);
    parser.push(String(limit), String(slotMs), String(wanted));
  },
  transformReply: (reply: unknown): Taken => reply as Taken,
});
