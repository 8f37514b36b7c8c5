import { defineScript, type CommandParser } from "@redis/client";

/** Slots of a window. A slot counts until all of it has left, so a window is longer by one slot at most. */
export const SLOTS = 60;

/** One in so many free requests may be granted ahead. */
const AHEAD_SHARE = 16;

/**
 * Takes up to ARGV[3] requests from the window of KEYS[1], and grants up to ARGV[4] more ahead for the rest of the slot
 * (ADR 33). The window slides in slots of ARGV[2] ms on the clock of Redis. A slot counts in full until its last moment
 * has left the window, so no window exceeds the limit. A fresh window admits exactly the limit; refused requests do not
 * count. First returns the ARGV[5] requests that were granted ahead in slot ARGV[6] and never used. Answers {granted,
 * remaining, ms until the oldest counted slot leaves, ms until one more would be granted, slot, ms left of it}.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, size, wanted, ahead = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local unused, unusedSlot, slots = tonumber(ARGV[5]), tonumber(ARGV[6]), ${SLOTS}
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

if unused > 0 and unusedSlot >= oldest and (tonumber(redis.call('HGET', KEYS[1], unusedSlot)) or 0) >= unused then
  redis.call('HINCRBY', KEYS[1], unusedSlot, -unused)
  used = used - unused
  redis.call('HSET', KEYS[1], 'used', used, 'oldest', oldest, 'newest', slot)
end

local free = math.max(0, limit - used)
local granted = math.min(wanted, free)
-- Near the limit nothing is granted ahead: what one process holds, no other can grant.
granted = granted + math.min(ahead, math.floor((free - granted) / ${AHEAD_SHARE}))
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
return {granted, free - granted, leaves(oldest), wait, slot, (slot + 1) * size - now}
`;

/** Request to the window of the limiter. */
export interface WindowRequest {
  limit: number;
  slotMs: number;
  /** Requests that wait for an answer. */
  wanted: number;
  /** Requests that may still come in this slot. */
  ahead: number;
  /** Requests granted ahead in `unusedSlot` that never came. */
  unused: number;
  unusedSlot: number;
}

/** Reply of the script. */
export type WindowReply = readonly [
  granted: number,
  remaining: number,
  leftMs: number,
  waitMs: number,
  slot: number,
  slotLeftMs: number,
];

/** The script as a command of the client: by its digest, and by its text where the server does not know it yet. */
export const takeRequests = defineScript({
  SCRIPT,
  NUMBER_OF_KEYS: 1,
  parseCommand(
    parser: CommandParser,
    key: string,
    { limit, slotMs, wanted, ahead, unused, unusedSlot }: WindowRequest,
  ) {
    parser.pushKey(key);
    parser.push(...[limit, slotMs, wanted, ahead, unused, unusedSlot].map(String));
  },
  transformReply: (reply: unknown): WindowReply => reply as WindowReply,
});
