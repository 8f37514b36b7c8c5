import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { listTables, type CheckAnswer, type SentRequest } from "../testing/envoy-messages.ts";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { testVisitors } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { signedIn } = testVisitors(auth);
let team: string;
before(async () => {
  team = await auth.newTeam();
});

/** Signs in a new member of the role and returns the cookie. */
async function cookieOf(role: string) {
  const { visitor, member, memberId } = await signedIn(team, role);
  return { cookie: `__Host-jst_session=${visitor.cookies.get("jst_session") ?? ""}`, member, memberId };
}

const console = { "x-requested-with": "console", "sec-fetch-site": "same-origin" };
const ask = (headers: Record<string, string>, request: SentRequest = {}): Promise<CheckAnswer> =>
  auth.ask({ ...request, headers: Object.entries(headers) });
const codeOf = ({ isAllowed, status, body }: CheckAnswer): string | number =>
  isAllowed ? "allowed" : `${status} ${(JSON.parse(body) as { code: string }).code}`;
const route = (more: Record<string, string>) => ({ route: { ...listTables, module: "", ...more } });

test("a session is a member at the console, whose replies no browser keeps", async () => {
  const { cookie, memberId } = await cookieOf("member");
  const answer = await ask({ cookie, ...console });
  assert.equal(codeOf(answer), "allowed");
  const caller = await auth.verifier.verify(answer.upstream["x-internal-token"] ?? "");
  assert.deepEqual(
    [caller.token_type, caller.door, caller.member_id, caller.role, caller.team_id],
    ["member", "console", memberId, "member", await auth.teamIdOf(team)],
  );
  assert.ok(answer.removed.includes("cookie"));
});

test("without both headers the cookie says nothing, whatever else is sent", async () => {
  const { cookie } = await cookieOf("owner");
  const lacking: Record<string, string>[] = [
    {},
    { "x-requested-with": "console" },
    { "sec-fetch-site": "same-origin" },
    ...["cross-site", "same-site", "none", "Same-Origin", "same-origin,same-origin", ""].map((site) => ({
      ...console,
      "sec-fetch-site": site,
    })),
    ...["Console", "XMLHttpRequest", "console,console", ""].map((name) => ({
      ...console,
      "x-requested-with": name,
    })),
  ];
  for (const headers of lacking)
    assert.equal(codeOf(await ask({ cookie, ...headers })), "401 missing_token", JSON.stringify(headers));
  const twice = [["cookie", cookie], ...Object.entries(console), ["sec-fetch-site", "same-origin"]] as const;
  assert.equal(codeOf(await auth.ask({ headers: twice })), "401 missing_token");
  assert.equal(codeOf(await ask(console)), "401 missing_token");
});

test("an Authorization header wins, and doors of agents take no cookie", async () => {
  const { cookie } = await cookieOf("owner");
  const own = { cookie, ...console };
  assert.equal(codeOf(await ask({ ...own, authorization: "Bearer x" })), "401 invalid_token");
  assert.equal(codeOf(await ask({ ...own, authorization: "" })), "401 missing_token");
  for (const surface of ["mcp", "mcp_actions", "actions", "tools"]) {
    const { isAllowed, status } = await ask(own, route({ surface }));
    assert.deepEqual([isAllowed, status], [false, 401], surface);
  }
});

test("an invalid session cookie, two of them, and one under the name for http are refused", async () => {
  const { cookie } = await cookieOf("owner");
  for (const other of [
    "__Host-jst_session=x",
    `__Host-jst_session=${"A".repeat(43)}`,
    `${cookie}; ${cookie}`,
  ])
    assert.equal(codeOf(await ask({ cookie: other, ...console })), "401 invalid_token", other);
  const plain = cookie.replace("__Host-", "");
  assert.equal(codeOf(await ask({ cookie: plain, ...console })), "401 missing_token");
});

test("each role may do what sessions of it may, and no more", async () => {
  const outcomes: Record<string, Record<string, string>> = {
    owner: {
      "tables:write": "allowed",
      "tokens:write": "allowed",
      "emr:read": "allowed",
      "*:read": "allowed",
    },
    admin: { "audit:admin": "allowed", "webhooks:delete": "allowed" },
    member: {
      "tables:write": "allowed",
      "contacts:delete": "allowed",
      "config:read": "allowed",
      "comms:write": "allowed",
      "tables:admin": "403 insufficient_scope",
      "config:write": "403 insufficient_scope",
      ...Object.fromEntries(
        ["emr", "wellness", "webhooks", "audit", "tokens"].map((name) => [
          `${name}:read`,
          "403 insufficient_scope",
        ]),
      ),
      "vault:read": "allowed",
      "vault:write": "403 insufficient_scope",
      "*:read": "allowed",
    },
    viewer: {
      "tables:read": "allowed",
      "tables:write": "403 viewer_read_only",
      "audit:read": "403 insufficient_scope",
    },
  };
  for (const [role, expected] of Object.entries(outcomes)) {
    const { cookie } = await cookieOf(role);
    const found = await Promise.all(
      Object.keys(expected).map(async (scope) => {
        const [resource = "", action = ""] = scope.split(":");
        return [scope, codeOf(await ask({ cookie, ...console }, route({ resource, action })))];
      }),
    );
    assert.deepEqual(Object.fromEntries(found), expected, role);
  }
});

test("a session that ends is over at once, and one that is old says so", async () => {
  const first = await cookieOf("owner");
  const second = await cookieOf("owner");
  const askFor = (one: typeof first) => ask({ cookie: one.cookie, ...console });
  assert.deepEqual([codeOf(await askFor(first)), codeOf(await askFor(second))], ["allowed", "allowed"]);
  const set = (column: string, memberId: string) =>
    auth.sql(`update auth.sessions set ${column} where member_id = $1`, [memberId]);
  await set("ended_at = now(), end_reason = 'ended'", first.memberId);
  const over = async (one: typeof first, code: string) => {
    const found = await askFor(one);
    return codeOf(found) === code || undefined;
  };
  await until("the ended session is refused", PUSH_MS, () => over(first, "401 invalid_token"));
  await auth.door.operate("RemoveMember", { team, email: second.member });
  await until("the removed member is refused", PUSH_MS, () => over(second, "401 invalid_token"));
  const third = await cookieOf("owner");
  await set("last_used_at = now() - interval '12 hours'", third.memberId);
  assert.equal(codeOf(await askFor(third)), "401 expired_token");
});

test("what a session proposed is approved after its sign-out, and not when its member disowned it", async () => {
  const { memberId } = await cookieOf("member");
  const [session] = await auth.sql("select team_id, id from auth.sessions where member_id = $1", [memberId]);
  const named = { team_id: session?.["team_id"], token_id: session?.["id"], door: "console" };
  const end = (reason: string) =>
    auth.sql("update auth.sessions set ended_at = now(), end_reason = $2 where member_id = $1", [
      memberId,
      reason,
    ]);
  await end("signed_out");
  assert.equal((await auth.door.callAs("crm", "CallerFor", named)).status, 200);
  await end("ended");
  assert.equal((await auth.door.callAs("crm", "CallerFor", named)).body.code, "revoked_token");
});
