import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { callAt } from "../src/agent-doors.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Request } from "../src/http.ts";
import { memberIdOf } from "../src/member-api.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

/** Notices to members, from the proposal of an agent to the decision (notifications.proposals). */
let team = "";
let agent = "";
const people = new Map<string, SignedIn>();
const SEEN_MS = 30_000;

before(async () => {
  ({ slug: team } = await newTeam("notifications"));
  await jst("config", "set", "--team", team, "modules.mcp_export.enabled", "true");
  agent = await mintPersonal(team, "human:owner:agent");
  for (const [role, name] of [
    ["owner", "ada"],
    ["owner", "bo"],
    ["admin", "cy"],
    ["member", "dee"],
  ] as const)
    people.set(name, await signedIn(team, role, name));
  people.set("agent", await signedIn(team, "owner", "agent"));
});

interface Notice {
  id: string;
  kind: string;
  title: string;
  path: string;
  subject: { type: string; id: string };
  read_at: string | null;
}

const as = (name: string, request: Request) =>
  send({ ...request, headers: consoleHeaders(people.get(name) ?? assert.fail(name)) });

/** Notices of a kind to the member, newest first. */
async function noticesTo(name: string, query: string): Promise<Notice[]> {
  const { status, body } = await as(name, { path: `/api/v1/notifications?${query}` });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { notifications: Notice[] }).notifications;
}

/** The member's notice of this kind about the changeset, once it is there; it must be the only one. */
const noticeAbout = (name: string, id: string, kind: string) =>
  until(`${name} has the notice`, SEEN_MS, async () => {
    const about = (await noticesTo(name, `kind=${kind}`)).filter(({ subject }) => subject.id === id);
    assert.ok(about.length <= 1, JSON.stringify(about));
    return about[0];
  });

/** The agent proposes a contact over MCP; its member reads the id of the changeset. */
async function propose(name: string): Promise<string> {
  const values = { email: `${name}@example.test`, first_name: name };
  assert.deepEqual(await callAt("mcp", { name: "contact_upsert", values, token: agent }), { queued: true });
  const { body } = await send({ path: "/api/v1/changesets?status=queued", token: agent });
  const { changesets } = body as { changesets: { id: string; summary: string }[] };
  return changesets.find(({ summary }) => summary.includes(name))?.id ?? assert.fail(JSON.stringify(body));
}

test("a proposal of an agent gives each other owner and admin one notice, and a decision turns the others' read", async () => {
  const id = await propose("grace");
  for (const name of ["ada", "bo", "cy"]) {
    const { title, path, read_at: read } = await noticeAbout(name, id, "proposal_waits");
    assert.deepEqual(
      [title, read],
      ["Needs your approval: Create contact grace, by an API token over MCP", null],
    );
    assert.equal(path, `/console/approvals/${id}`);
  }
  for (const name of ["agent", "dee"])
    assert.deepEqual(
      (await noticesTo(name, "kind=proposal_waits")).filter(({ subject }) => subject.id === id),
      [],
    );
  const approved = await as("cy", { method: "POST", path: `/api/v1/changesets/${id}/approve`, body: {} });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  for (const name of ["ada", "bo", "cy"])
    await until(`the notice to ${name} is read`, SEEN_MS, async () =>
      (await noticeAbout(name, id, "proposal_waits")).read_at === null ? undefined : true,
    );
  const { title } = await noticeAbout("agent", id, "proposal_decided");
  assert.equal(title, "Approved: Create contact grace");
});

test("a notice of another member is absent, to the letter as one that never was", async () => {
  const { id } = await noticeAbout("ada", await propose("hedy"), "proposal_waits");
  const mark = (name: string, one: string) =>
    as(name, { method: "PATCH", path: `/api/v1/notifications/${one}`, body: { read: true } });
  const absent = "01890000-0000-7000-8000-000000000000";
  const [foreign, never] = [await mark("bo", id), await mark("bo", absent)];
  assert.deepEqual([foreign.status, codeOf(foreign)], [404, "not_found"]);
  const plain = ({ body }: typeof foreign, one: string) =>
    JSON.stringify({ ...(body as object), request_id: "", trace_id: "" }).replaceAll(one, "");
  assert.equal(plain(foreign, id), plain(never, absent));
  assert.equal((await mark("ada", id)).status, 200);
});

test("a rule that is saved notifies its approvers of what waits, once, and withdraws the notices of the others", async () => {
  const id = await propose("ida");
  const before = await noticeAbout("ada", id, "proposal_waits");
  assert.equal((await noticeAbout("bo", id, "proposal_waits")).read_at, null);
  const dee = await memberIdOf(people.get("dee") ?? assert.fail());
  const ada = await memberIdOf(people.get("ada") ?? assert.fail());
  const rule = { name: "Two people", outcome: "queue", approvers: { roles: [], members: [dee] } };
  const made = await as("bo", { method: "POST", path: "/api/v1/approval-rules", body: rule });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id: ruleId } = made.body as { id: string };
  // A second change comes at once behind the first.
  const both = { approvers: { roles: [], members: [dee, ada] } };
  const changed = await as("bo", { method: "PATCH", path: `/api/v1/approval-rules/${ruleId}`, body: both });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const notice = await noticeAbout("dee", id, "proposal_waits");
  assert.deepEqual([notice.path, notice.read_at], [before.path, null]);
  await noticeAbout("ada", id, "proposal_waits");
  for (const name of ["bo", "cy"])
    await until(`the notice to ${name} is gone`, SEEN_MS, async () => {
      const about = await noticesTo(name, "kind=proposal_waits");
      return about.some(({ subject }) => subject.id === id) ? undefined : true;
    });
  const decide = { method: "POST", path: `/api/v1/changesets/${id}/reject`, body: {} };
  assert.equal((await as("cy", decide)).status, 403);
  assert.equal((await as("dee", decide)).status, 200);
  await until("the notice to ada is read", SEEN_MS, async () =>
    (await noticeAbout("ada", id, "proposal_waits")).read_at === null ? undefined : true,
  );
  const gone = await as("bo", { method: "DELETE", path: `/api/v1/approval-rules/${ruleId}` });
  assert.equal(gone.status, 200);
});

test("a member who becomes an admin is notified of what waits and may decide, and no more as a member again", async () => {
  const id = await propose("joan");
  await noticeAbout("ada", id, "proposal_waits");
  const dee = await memberIdOf(people.get("dee") ?? assert.fail());
  const setRole = async (role: string) => {
    const path = `/api/v1/members/${dee}`;
    const { status, body } = await as("bo", { method: "PATCH", path, body: { role } });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const isAsked = async () =>
    (await noticesTo("dee", "kind=proposal_waits")).some(({ subject }) => subject.id === id);
  const approve = () => as("dee", { method: "POST", path: `/api/v1/changesets/${id}/approve`, body: {} });
  assert.equal(await isAsked(), false);
  await setRole("admin");
  assert.equal((await noticeAbout("dee", id, "proposal_waits")).read_at, null);
  await setRole("member");
  await until("the notice to dee is gone", SEEN_MS, async () => ((await isAsked()) ? undefined : true));
  assert.equal((await approve()).status, 404);
  await setRole("admin");
  await noticeAbout("dee", id, "proposal_waits");
  assert.equal((await approve()).status, 200);
  await noticeAbout("agent", id, "proposal_decided");
  await setRole("member");
});

test("a changed setting of trust notifies the other owners and admins", async () => {
  const set = { method: "PATCH", path: "/api/v1/settings/trust.rest", body: { value: "execute" } };
  assert.equal((await as("ada", set)).status, 200);
  const title = "The setting trust.rest changed, by a signed-in member";
  const isNotified = async (name: string) =>
    (await noticesTo(name, "kind=trust_changed")).some((one) => one.title === title);
  for (const name of ["bo", "cy"])
    await until(`${name} is notified`, SEEN_MS, async () => ((await isNotified(name)) ? true : undefined));
  assert.equal(await isNotified("ada"), false);
});
