import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor } from "@jst/testing";

/** Reads and sets the hours of hosts. */
export function schedulesOf(door: TestDoor) {
  return {
    get: (caller: Caller, host_id: string) => door.call("GetSchedule", { caller, path: { host_id } }),
    set: (caller: Caller, host_id: string, body: object, more: Partial<TestCall> = {}) =>
      door.call("UpdateSchedule", { caller, path: { host_id }, body, ...more }),
  };
}

/** The same caller, whose team is in this zone. */
export const inZone = (caller: Caller, timezone: string): Caller => ({
  ...caller,
  team: { ...caller.team, timezone },
});

/** The hours that everybody begins with. */
export const officeHours = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  intervals: [{ start: "09:00", end: "17:00" }],
}));
