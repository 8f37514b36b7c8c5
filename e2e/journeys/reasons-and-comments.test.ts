import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { before, describe, test } from "node:test";
import { agentDoors, requestAt, type AgentDoor } from "../src/agent-doors.ts";
import { fleet, jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer, type Request } from "../src/http.ts";
import { signedIn, consoleHeaders, type SignedIn } from "../src/sessions.ts";

/** Reasons of writes and comments on changesets, through the gateway (trust.reason, trust.comments). */
let team = "";
let service = "";
let agent = "";
let owner: SignedIn;
let tableId = "";
before(async () => {
  ({ slug: team, token: service } = await newTeam("reasons"));
  agent = await mintPersonal(team, "human:member:agent");
  owner = await signedIn(team, "owner", "first");
  await jst("config", "set", "--team", team, "modules.mcp_export.enabled", "true");
  const columns = [{ name: "title", type: "text" }];
  const made = await ask({ path: "/data/tables", body: { display_name: "Orders", columns }, token: service });
  tableId = (made.body as { id: string }).id;
});

const ask = ({ path, ...more }: Request): Promise<Answer> =>
  send({ method: more.body === undefined ? "GET" : "POST", path: `/api/v1${path}`, ...more });

/** The owner asks, signed in at the console. */
const asOwner = (path: string, body?: object): Promise<Answer> =>
  ask({ path, headers: consoleHeaders(owner), ...(body === undefined ? {} : { body }) });

interface Shown {
  change_reason?: string;
  comment_count: number;
  comments: { text: string; mentions: string[]; created_by: { id: string } }[];
}

const changesetOf = async (id: string): Promise<Shown> => (await asOwner(`/changesets/${id}`)).body as Shown;
const contact = () => ({ email: `${randomUUID()}@example.test` });

/** Proposes a contact and answers the id of the changeset. */
async function propose(headers = {}): Promise<string> {
  const { status, body } = await ask({ path: "/contacts", body: contact(), token: agent, headers });
  assert.equal(status, 202, JSON.stringify(body));
  return (body as { changeset_id: string }).changeset_id;
}

describe("a reason", () => {
  const why = "Müller bat darum, 100 % „sicher“";
  const header = { "x-change-reason": encodeURIComponent(why) };

  test("stands with what is proposed, approved and executed", async () => {
    const id = await propose(header);
    assert.equal((await changesetOf(id)).change_reason, why);
    const approved = await asOwner(`/changesets/${id}/approve`, {});
    assert.deepEqual([approved.status, (approved.body as Shown).change_reason], [200, why]);
    const executed = await ask({ path: "/contacts", body: contact(), token: service, headers: header });
    assert.equal((await changesetOf(executed.headers.get("x-changeset-id") ?? "")).change_reason, why);
  });

  for (const door of agentDoors)
    test(`of the header, or beside the arguments, stands with what is proposed at the door ${door}`, async () => {
      const values = { table_id: tableId, data: { title: door } };
      const request = requestAt(door, { name: "insert_row", values });
      for (const [sent, expected] of [
        [{ ...request, headers: header }, why],
        [{ ...request, headers: header, body: beside(door, request.body) }, "Beside"],
      ] as const) {
        const id = changesetIn(await send({ ...sent, token: agent }));
        assert.equal((await changesetOf(id)).change_reason, expected);
      }
      const argued = { name: "task_create", values: { title: "Call Ada", change_reason: "Argued" } };
      const id = changesetIn(await send({ ...requestAt(door, argued), headers: header, token: agent }));
      assert.equal((await changesetOf(id)).change_reason, "Argued");
    });

  test("that is not one is refused, and nothing is stored", async () => {
    const body = contact();
    for (const reason of ["%ff", "a%0d%0ab", "a%00", "", "a".repeat(501)])
      for (const token of [service, agent]) {
        const headers = { "x-change-reason": reason };
        const answer = await ask({ path: "/contacts", body, token, headers });
        assert.deepEqual([answer.status, codeOf(answer)], [400, "invalid_parameter"], reason);
      }
    const found = await ask({ path: `/contacts?email=${body.email}`, token: service });
    assert.deepEqual((found.body as { contacts: unknown[] }).contacts, []);
  });

  test("that comes twice is refused, and one with a comma is not", async () => {
    const { status, text } = await withReasons(["a", "b"]);
    assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [400, "invalid_parameter"]);
    assert.equal((await withReasons(["a, b"])).status, 201);
  });

  test("may be sent by pages that may call", async () => {
    const headers = {
      origin: new URL(fleet().base_url).origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-change-reason",
    };
    const answer = await send({ method: "OPTIONS", path: "/api/v1/mcp", headers });
    assert.equal(answer.status, 204);
    assert.match(answer.headers.get("access-control-allow-headers") ?? "", /x-change-reason/);
  });
});

describe("a comment", () => {
  test("with markup is text, one with a NUL or a foreign member is refused", async () => {
    const id = await propose();
    const path = `/changesets/${id}/comments`;
    const markup = "<script>alert(1)</script> & {{x}}";
    const made = await asOwner(path, { text: markup });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const nul = await ask({ path, headers: consoleHeaders(owner), body: '{"text":"a\\u0000b"}' });
    assert.deepEqual([nul.status, codeOf(nul)], [400, "malformed_json"]);
    const { slug: other } = await newTeam("reasons-other");
    const foreign = await signedIn(other, "owner", "first");
    const refused = await asOwner(path, { text: "Look.", mentions: [await memberIdOf(foreign)] });
    const { errors } = refused.body as { errors: { field: string; code: string }[] };
    assert.deepEqual([refused.status, errors[0]?.field, errors[0]?.code], [422, "mentions.0", "not_found"]);
    const shown = await changesetOf(id);
    assert.deepEqual([shown.comment_count, shown.comments.map(({ text }) => text)], [1, [markup]]);
    const page = await ask({ path, headers: consoleHeaders(foreign) });
    assert.deepEqual([page.status, codeOf(page)], [404, "not_found"]);
  });

  test("lets a member whom it mentions read and answer, but not decide; a viewer reads alone", async () => {
    const id = await propose();
    const path = `/changesets/${id}`;
    for (const role of ["member", "viewer"] as const) {
      const person = await signedIn(team, role, `mentioned-${role}`);
      const headers = consoleHeaders(person);
      assert.equal((await ask({ path, headers })).status, 404);
      const mentions = [await memberIdOf(person)];
      assert.equal((await asOwner(`${path}/comments`, { text: "What do you think?", mentions })).status, 201);
      assert.equal((await ask({ path, headers })).status, 200);
      const listed = (await ask({ path: "/changesets", headers })).body as { changesets: { id: string }[] };
      assert.deepEqual(
        listed.changesets.map((one) => one.id),
        [id],
      );
      const answer = await ask({ path: `${path}/comments`, headers, body: { text: "Fine." } });
      assert.equal(answer.status, role === "viewer" ? 403 : 201);
      assert.equal((await ask({ path: `${path}/approve`, headers, body: {} })).status, 403);
    }
  });

  test("is shown to the agent whose proposal it is about, by get_changeset", async () => {
    const id = await propose();
    await asOwner(`/changesets/${id}/comments`, { text: "Use the other address." });
    const request = requestAt("mcp", { name: "get_changeset", values: { changeset_id: id } });
    const { body } = await send({ ...request, token: agent });
    const { structuredContent } = (body as { result: { structuredContent: Shown } }).result;
    assert.deepEqual(
      structuredContent.comments.map(({ text }) => text),
      ["Use the other address."],
    );
  });
});

/** The body of a call with the reason where the door takes it beside the arguments. */
function beside(door: AgentDoor, body: unknown): unknown {
  if (door === "actions" || door === "tools") return { ...(body as object), change_reason: "Beside" };
  const message = body as { params: object };
  return { ...message, params: { ...message.params, _meta: { "jst/change_reason": "Beside" } } };
}

function changesetIn({ status, body }: Answer): string {
  const id = /"changeset_id":"([^"]+)"/.exec(JSON.stringify(body).replaceAll("\\", ""))?.[1];
  return id ?? assert.fail(`${status} ${JSON.stringify(body)}`);
}

/** Adds a contact with a header for each reason, which fetch would join. */
function withReasons(reasons: string[]): Promise<{ status: number | undefined; text: string }> {
  const headers = {
    authorization: `Bearer ${service}`,
    "content-type": "application/json",
    "x-change-reason": reasons,
  };
  return new Promise((resolve, reject) => {
    const url = `${fleet().base_url}/api/v1/contacts`;
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject).on("end", () => resolve({ status: response.statusCode, text }));
    });
    request.on("error", reject).end(JSON.stringify(contact()));
  });
}

async function memberIdOf(person: SignedIn): Promise<string> {
  const { body } = await ask({ path: "/session", headers: consoleHeaders(person) });
  return (body as { member: { id: string } }).member.id;
}
