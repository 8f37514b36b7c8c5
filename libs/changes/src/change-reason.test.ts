import type { Caller } from "@jst/caller";
import { propose, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { describe, test } from "node:test";

const { door, stored } = await testNotes();
const body = { title: "Ada", slug: "ada" };
const because = (reason: string) => ({ "x-change-reason": encodeURIComponent(reason) });

/** The reason that GET and the list show of a changeset. */
async function reasonOf(caller: Caller, changesetId: string): Promise<unknown> {
  const path = { changeset_id: changesetId };
  const shown = (await door.call("GetChangeset", { caller, path })).body as { change_reason?: string };
  const { body: page } = await door.callAs("agent", "ListChangesets", { limit: 501 }, caller);
  const { changesets } = page as { changesets: { id: string; change_reason?: string }[] };
  const listed = changesets.find(({ id }) => id === changesetId);
  assert.equal(listed?.change_reason, shown.change_reason);
  return shown.change_reason;
}

describe("the reason of a write", () => {
  test("is shown with what it proposes, approves and undoes, each with its own", async () => {
    const { member, admin } = testTeam();
    const headers = because("Kundin heißt so, 100 %, „neu“ \u{1f44d}");
    const path = await propose(door, member, "CreateNote", { body, headers });
    const why = "Kundin heißt so, 100 %, „neu“ \u{1f44d}";
    assert.equal(await reasonOf(member, path.changeset_id), why);
    const approved = await door.call("ApproveChangeset", { caller: admin, path, headers: because("Fine") });
    assert.deepEqual([approved.status, approved.body.change_reason], [200, why]);
    assert.equal(await reasonOf(admin, path.changeset_id), why);
    const undone = await door.call("UndoChangeset", { caller: admin, path, headers: because("Not fine") });
    assert.deepEqual([undone.status, undone.body.change_reason], [200, "Not fine"]);
    assert.equal(await reasonOf(admin, path.changeset_id), why);
  });

  test("is shown with what it executes, also once that is undone by somebody without one", async () => {
    const { service, admin } = testTeam();
    const made = await door.call("CreateNote", { caller: service, body, headers: because("Import") });
    const id = made.headers["x-changeset-id"] ?? "";
    assert.equal(await reasonOf(admin, id), "Import");
    const undone = await door.call("UndoChangeset", { caller: admin, path: { changeset_id: id } });
    assert.deepEqual([undone.status, undone.body.change_reason], [200, undefined]);
    assert.equal(await reasonOf(admin, id), "Import");
  });

  test("is absent where none is stated, also behind a write that states one", async () => {
    const { service } = testTeam();
    await door.call("CreateNote", { caller: service, body, headers: because("Import") });
    const made = await door.call("CreateNote", { caller: service, body: { title: "Bo" } });
    assert.equal(await reasonOf(service, made.headers["x-changeset-id"] ?? ""), undefined);
  });

  test("is composed before it is counted, and has 500 characters at most", async () => {
    const { service } = testTeam();
    for (const reason of ["e\u0301".repeat(500), "\u{1f44d}".repeat(500)]) {
      const made = await door.call("CreateNote", {
        caller: service,
        body: { title: "A" },
        headers: because(reason),
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.equal(await reasonOf(service, made.headers["x-changeset-id"] ?? ""), reason.normalize("NFC"));
    }
  });

  test("is refused and nothing stored where it is not a reason; a read does not look at it", async () => {
    const { service, member } = testTeam();
    const refused = [
      "",
      "%",
      "%ff",
      "%c3",
      "%00",
      "a%0d%0ab",
      "a%7f",
      "%c2%85",
      "%20",
      "%ED%A0%80",
      "a".repeat(501),
    ];
    for (const sent of refused) {
      const headers = { "x-change-reason": sent };
      for (const caller of [service, member]) {
        const { status, body: problem } = await door.call("CreateNote", { caller, body, headers });
        assert.deepEqual([status, problem.code], [400, "invalid_parameter"], sent);
      }
      assert.equal((await door.call("ListNotes", { caller: service, headers })).status, 200);
    }
    assert.deepEqual(await stored(service.team_id), { notes: 0, events: [], changes: [] });
  });

  test("is not compared by an Idempotency-Key: the first one stays", async () => {
    const { service } = testTeam();
    const key = { "idempotency-key": "k" };
    const write = (reason: string) =>
      door.call("CreateNote", { caller: service, body, headers: { ...key, ...because(reason) } });
    const first = await write("One");
    const again = await write("Another");
    assert.deepEqual([again.status, again.headers["idempotency-replayed"]], [201, "true"]);
    assert.equal(again.headers["x-changeset-id"], first.headers["x-changeset-id"]);
    assert.equal(await reasonOf(service, first.headers["x-changeset-id"] ?? ""), "One");
  });
});
