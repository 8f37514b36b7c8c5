import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf } from "./groups.ts";

const notice = (
  id: string,
  by: string,
  kind: "proposal_waits" | "mentioned" = "proposal_waits",
  isRead = false,
) => ({
  ...{ id, kind, actor: { type: "human" as const, id: by } },
  read_at: isRead ? "2026-01-01T00:00:00.000Z" : null,
});
const idsOf = (notices: ReturnType<typeof notice>[]) =>
  groupsOf(notices).map((run) => run.map(({ id }) => id));

test("four notices in turn about acts of one kind by one actor are one group, and three are not", () => {
  const four = ["1", "2", "3", "4"].map((id) => notice(id, "ada"));
  assert.deepEqual(idsOf(four), [["1", "2", "3", "4"]]);
  assert.deepEqual(idsOf(four.slice(1)), [["2"], ["3"], ["4"]]);
});

test("another actor, kind or state ends a group, and no notice is lost", () => {
  const ada = ["1", "2", "3", "4"].map((id) => notice(id, "ada"));
  const others = [notice("5", "bo"), notice("6", "bo", "mentioned"), notice("7", "bo", "mentioned", true)];
  assert.deepEqual(idsOf([...ada, ...others]), [["1", "2", "3", "4"], ["5"], ["6"], ["7"]]);
});
