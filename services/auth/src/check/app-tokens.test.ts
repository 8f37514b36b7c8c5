import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { listTables } from "../testing/envoy-messages.ts";
import { BASE_URL, PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { ask: check, askWith, door } = auth;
const { connect, openTeam, setConfig, signedIn } = testOAuth(auth);
const route = { ...listTables, access: "authenticated" } as const;
const challengeOf = ({ headers }: { headers: Record<string, string> }) => headers["www-authenticate"];
const metadata = `${BASE_URL}/.well-known/oauth-protected-resource`;

test("a 401 says where a token is to be had once a team lets apps in, and nothing before", async () => {
  assert.equal(challengeOf(await check({ route })), "Bearer");
  const team = await openTeam();
  const expected = {
    rest: metadata,
    tools: metadata,
    actions: metadata,
    mcp: `${metadata}/api/v1/mcp`,
    mcp_actions: `${metadata}/api/v1/mcp/actions`,
  };
  await until("the door is open", PUSH_MS, async () =>
    challengeOf(await check({ route })) === "Bearer" ? undefined : true,
  );
  for (const [surface, url] of Object.entries(expected)) {
    const at = { route: { ...route, surface } };
    assert.equal(challengeOf(await check(at)), `Bearer resource_metadata="${url}", scope="tables:read"`);
    const wrong = challengeOf(await askWith("nonsense", at));
    assert.equal(wrong, `Bearer resource_metadata="${url}", scope="tables:read", error="invalid_token"`);
  }
  assert.equal(challengeOf(await check({ route, host: "evil.example" })), "Bearer");
  const host = "own.example.org";
  await door.operate("AddHost", { team, host });
  await until("the host is known", PUSH_MS, async () => {
    const { hostname } = new URL(
      /"(https:[^"]+)"/.exec(challengeOf(await check({ route, host })) ?? "")?.[1] ?? metadata,
    );
    return hostname === host ? true : undefined;
  });
  const closed = "closed.example.org";
  await door.operate("AddHost", { team: await auth.newTeam(), host: closed });
  const { access } = await connect((await signedIn(team)).visitor);
  await until("a host says that its own door is closed, whoever asks", PUSH_MS, async () =>
    challengeOf(await askWith(access, { route, host: closed })) === "Bearer" ? true : undefined,
  );
  await setConfig(team, "modules.agent_connect.enabled", false);
  for (const at of [{ route }, { route, host }])
    await until("the door is closed", PUSH_MS, async () =>
      challengeOf(await check(at)) === "Bearer" ? true : undefined,
    );
});

test("a 403 asks for nothing that the role takes away", async () => {
  const team = await openTeam();
  const viewer = await signedIn(team, "viewer");
  const app = await connect(viewer.visitor, { preset: "tables" }, { resource: `${door.httpUrl}/` });
  const step = await askWith(app.access, {
    route: { ...listTables, module: "", resource: "contacts", action: "read" },
  });
  const words = "contacts:read forms:read tables:read";
  assert.deepEqual(
    [step.status, /scope="([^"]*)"/.exec(challengeOf(step) ?? "")?.[1]],
    [403, words],
    challengeOf(step),
  );
});

test("a 403 tells an app what to ask for, only where consent could give it that", async () => {
  const team = await openTeam();
  const owner = await signedIn(team);
  const resource = { resource: `${door.httpUrl}/` };
  const app = await connect(owner.visitor, { preset: "calendar" }, resource);
  const needing = (resource: string, action: string) => ({
    route: { ...listTables, module: "", resource, action },
  });
  const step = await askWith(app.access, needing("tables", "write"));
  assert.equal(step.status, 403);
  const url = /resource_metadata="([^"]+)"/.exec(challengeOf(step) ?? "")?.[1];
  assert.equal(url, metadata);
  const words = "scheduling:read scheduling:write tables:write";
  assert.equal(
    challengeOf(step),
    `Bearer error="insufficient_scope", scope="${words}", resource_metadata="${url}"`,
  );
  for (const [name, action] of [
    ["commerce", "write"],
    ["emr", "read"],
    ["tokens", "read"],
    ["tables", "admin"],
  ] as const) {
    const refused = await askWith(app.access, needing(name, action));
    assert.deepEqual([refused.status, challengeOf(refused)], [403, undefined], name);
  }
  const viewer = await signedIn(team, "viewer");
  const reading = await connect(viewer.visitor, { preset: "tables" }, resource);
  const writing = await askWith(reading.access, needing("tables", "write"));
  assert.deepEqual([JSON.parse(writing.body).code, challengeOf(writing)], ["viewer_read_only", undefined]);
  const none = await askWith(reading.access, needing("bases", "write"));
  assert.deepEqual([JSON.parse(none.body).code, challengeOf(none)], ["insufficient_scope", undefined]);
});

test("the present role caps an app on each call, and gives back what it took", async () => {
  const team = await openTeam();
  const { visitor, member: email } = await signedIn(team);
  const app = await connect(visitor, {}, { resource: `${door.httpUrl}/` });
  const write = { route: { ...listTables, action: "write" } };
  assert.equal((await askWith(app.access, write)).isAllowed, true);
  await door.operate("AddMember", { team, email, role: "viewer" });
  const refused = await until("the role holds", PUSH_MS, async () => {
    const answer = await askWith(app.access, write);
    return answer.isAllowed ? undefined : answer;
  });
  assert.equal(JSON.parse(refused.body).code, "viewer_read_only");
  await door.operate("AddMember", { team, email, role: "member" });
  await until("the role is back", PUSH_MS, async () =>
    (await askWith(app.access, write)).isAllowed ? true : undefined,
  );
});

test("all tokens of a grant share one allowance, which a refresh does not renew", async () => {
  const { visitor } = await signedIn(await openTeam());
  const { connect: again, refresh } = testOAuth(auth);
  const app = await again(visitor, {}, { resource: `${door.httpUrl}/` });
  const left = async (access: string) => {
    const { headers } = await askWith(access, { route: listTables });
    assert.equal(headers["ratelimit-policy"], '"token";q=1000;w=60');
    return Number(/;r=(\d+);/.exec(headers["ratelimit"] ?? "")?.[1]);
  };
  const before = await left(app.access);
  const second = await refresh(app);
  assert.equal(await left(second.body.access_token), before - 1);
});

test("a token of one host opens nothing at another", async () => {
  const team = await openTeam();
  const { visitor } = await signedIn(team);
  const app = await connect(visitor, {}, { resource: `${door.httpUrl}/` });
  await door.operate("AddHost", { team, host: "third.example.org" });
  for (const host of ["third.example.org", "evil.example"]) {
    const { status, body } = await askWith(app.access, { route: listTables, host });
    assert.deepEqual([status, JSON.parse(body).code], [401, "invalid_token"]);
  }
  assert.equal((await askWith(app.access, { route: listTables, host: "localhost:8080" })).isAllowed, true);
});
