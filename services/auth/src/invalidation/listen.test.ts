import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { listTables, type CheckAnswer } from "../testing/envoy-messages.ts";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { readAnnouncement } from "./announced-change.ts";

const auth = await testAuth();

let team: string;

before(async () => {
  team = await auth.newTeam();
});

/** Expects that Check, which has just remembered the token, follows the announcement of the change. */
async function assertFollows(
  value: string,
  change: () => Promise<unknown>,
  isWanted: (answer: CheckAnswer) => boolean,
  request: Parameters<typeof auth.askWith>[1] = {},
): Promise<void> {
  assert.ok(!isWanted(await auth.askWith(value, request)));
  await change();
  await until("the change is in force", PUSH_MS, async () =>
    isWanted(await auth.askWith(value, request)) ? true : undefined,
  );
}

describe("a change is in force as soon as it is announced", () => {
  test("when a token is revoked", async () => {
    const { id, value } = await auth.mint({ team, type: "service" });
    const revoke = () => auth.sql("update auth.tokens set revoked_at = now() where id = $1", [id]);
    await assertFollows(value, revoke, ({ body }) => body.includes("revoked_token"));
  });

  test("when a member is suspended, or made a viewer", async () => {
    const route = { ...listTables, action: "write" };
    const member = "ada@example.org";
    await auth.door.operate("AddMember", { team, email: member, role: "admin" });
    const { value } = await auth.mint({ team, type: "human", member });
    const demote = () => auth.door.operate("AddMember", { team, email: "ADA@example.org", role: "viewer" });
    await assertFollows(value, demote, ({ body }) => body.includes("viewer_read_only"), { route });
    const suspend = () => auth.sql("update auth.members set suspended_at = now() where email = $1", [member]);
    await assertFollows(value, suspend, ({ status }) => status === 401);
  });

  test("when a module is switched", async () => {
    const { value } = await auth.mint({ team, type: "service" });
    const set = (on: boolean) => () =>
      auth.door.operate("SetConfig", { team, key: "modules.tables.enabled", value: on });
    await assertFollows(value, set(false), ({ status }) => status === 404);
    await assertFollows(value, set(true), ({ isAllowed }) => isAllowed);
  });

  test("when the team's time zone changes, which the caller then carries", async () => {
    const { value } = await auth.mint({ team, type: "service" });
    const zoneOf = ({ upstream }: CheckAnswer) => {
      const [, claims = ""] = (upstream["x-internal-token"] ?? "").split(".");
      return Buffer.from(claims, "base64url").toString().includes('"timezone":"Asia/Tokyo"');
    };
    const move = () => auth.door.operate("SetConfig", { team, key: "team.timezone", value: "Asia/Tokyo" });
    await assertFollows(value, move, zoneOf);
  });

  test("when a host is mapped, moved or removed", async () => {
    const other = await auth.newTeam();
    const { value } = await auth.mint({ team, type: "service" });
    const host = "moving.example.org";
    const add = () => auth.door.operate("AddHost", { team: other, host });
    const remove = () => auth.door.operate("RemoveHost", { team: other, host });
    await assertFollows(value, add, ({ status }) => status === 401, { host });
    await assertFollows(value, remove, ({ isAllowed }) => isAllowed, { host });
  });

  test("when the team is deleted", async () => {
    const gone = await auth.newTeam();
    const { value } = await auth.mint({ team: gone, type: "service" });
    const remove = () => auth.sql("update auth.teams set deleted_at = now() where slug = $1", [gone]);
    await assertFollows(value, remove, ({ status }) => status === 401);
  });
});

test("what happened while the connection was away is not missed", async () => {
  const { id, value } = await auth.mint({ team, type: "service" });
  const cutAndRevoke = () =>
    auth.sql(
      `with cut as (
         select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'auth_listener' and datname = current_database()
       )
       update auth.tokens set revoked_at = now() where id = $1 and (select count(*) from cut) > 0`,
      [id],
    );
  await assertFollows(value, cutAndRevoke, ({ status }) => status === 401);
});

test("a change that alters no answer is not announced", async () => {
  const { id, value } = await auth.mint({ team, type: "service" });
  const first = await auth.askWith(value);
  await auth.sql("update auth.tokens set last_used_at = now() where id = $1", [id]);
  assert.equal((await auth.askWith(value)).upstream["x-internal-token"], first.upstream["x-internal-token"]);
});

test("an announcement that is not understood is told apart, so that everything is forgotten", () => {
  for (const payload of ["", "null", "[]", "{}", '{"table":1}', "x"])
    assert.equal(readAnnouncement(payload), undefined);
  assert.deepEqual(readAnnouncement('{"table":"tokens","team":"a","token":null}'), {
    table: "tokens",
    team: "a",
  });
});
