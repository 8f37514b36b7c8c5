import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { testConnected } from "../testing/test-connected.ts";
import { testOAuth } from "../testing/test-oauth.ts";
import { hiddenOf } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { askWith } = auth;
const oauth = testOAuth(auth);
const { ended } = oauth;
const { signedIn, visitor: stranger } = oauth;
const { connected } = testConnected(auth, oauth);

test("the page shows an app to its member, and Disconnect on it ends its tokens", async () => {
  const { visitor, pair, app } = await connected({}, "member");
  const path = `/p/connected-apps/${app.id}/disconnect`;
  const page = await visitor.open("/p/connected-apps");
  assert.equal(page.status, 200);
  for (const shown of ["Test app", "127.0.0.1:7777", "are made at once", "never"])
    assert.ok(page.text.includes(shown), shown);
  const sent = hiddenOf(page.text, path);
  assert.equal((await visitor.send(path, {})).status, 403);
  assert.equal((await visitor.send(path, sent, { origin: "https://evil.example" })).status, 403);
  assert.equal((await askWith(pair.access, { route: listTables })).isAllowed, true);
  const done = await visitor.send(path, sent);
  assert.deepEqual([done.status, done.location], [303, "/p/connected-apps"]);
  await ended(pair.access, { route: listTables });
  assert.equal((await visitor.send(path, sent)).status, 303);
  assert.ok((await visitor.open("/p/connected-apps")).text.includes("It was disconnected."));
});

test("who is signed in may have an app propose always, and take it back", async () => {
  const { visitor, pair, app } = await connected();
  const path = `/p/connected-apps/${app.id}/mode`;
  for (const mode of ["propose", "direct"]) {
    const { text } = await visitor.open("/p/connected-apps");
    assert.equal((await visitor.send(path, hiddenOf(text, path))).status, 303);
    // The announcement of the change makes auth forget the token.
    await until(`the app writes as ${mode}`, PUSH_MS, async () => {
      const { upstream } = await askWith(pair.access, { route: listTables });
      const caller = await auth.verifier.verify(upstream["x-internal-token"] ?? "");
      return caller.team.agent_write_mode === mode || undefined;
    });
  }
});

test("an owner sees and ends those of the team, a member the own, and a stranger goes to sign-in", async () => {
  const { team, app } = await connected({}, "member");
  const owner = await signedIn(team, "owner");
  const colleague = await signedIn(team, "member");
  const path = `/p/connected-apps/${app.id}/disconnect`;
  const theirs = await colleague.visitor.open("/p/connected-apps");
  assert.ok(theirs.text.includes("No app is connected."));
  const csrf = hiddenOf((await colleague.visitor.open("/p/account")).text, "/p/sign-out");
  assert.equal((await colleague.visitor.send(path, csrf)).status, 404);
  const page = await owner.visitor.open("/p/connected-apps");
  assert.equal((await owner.visitor.send(path, hiddenOf(page.text, path))).status, 303);
  assert.equal(
    (await stranger().open("/p/connected-apps")).location,
    "/p/sign-in?return_to=%2Fp%2Fconnected-apps",
  );
  assert.equal((await stranger().send(path, {})).location, "/p/sign-in?return_to=%2Fp%2Fconnected-apps");
});
