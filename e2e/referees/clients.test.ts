import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fleet, jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { clients, type OfficialClient } from "./src/clients.ts";

/** A day's work of an agent, by every official client and on both servers (agents.referees). */
let slug = "";
let token = "";
let human = "";
const names = ["a", "b", "c"];

const post = async (path: string, body: object) => {
  const answer = await send({ method: "POST", path: `/api/v1${path}`, token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: string };
};
const archivedAt = async (id: string) =>
  ((await send({ path: `/api/v1/contacts/${id}`, token })).body as { archived_at: string | null })
    .archived_at;

before(async () => {
  ({ slug, token } = await newTeam("clients"));
  human = await mintPersonal(slug, "human:admin");
  await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
  const columns = [{ name: "name", type: "text" }];
  await post("/data/tables", { name: "things", display_name: "Things", columns });
  for (const name of names) await post("/data/tables/things/rows", { data: { name } });
  const ask = { method: "POST", path: "/api/v1/mcp/actions", token };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  await until("agents may write", 10_000, async () => {
    const answer = await send({ ...ask, body });
    return JSON.stringify(answer.body).includes("insert_row") ? true : undefined;
  });
});

for (const path of ["/api/v1/mcp", "/api/v1/mcp/actions"]) {
  for (const [title, connect] of clients) {
    describe(`${title} on ${path}`, () => {
      let client: OfficialClient;
      let person: OfficialClient;
      before(async () => {
        const url = `${fleet().base_url}${path}`;
        [client, person] = await Promise.all([connect(url, token), connect(url, human)]);
      });
      after(() => Promise.all([client.close(), person.close()]));

      test("knows the server and lists its tools with their scopes", async () => {
        const name = path.endsWith("actions") ? "jst-client-api-actions" : "jst-client-api";
        assert.equal(client.serverName, name);
        const tools = await client.list();
        const archive = tools.find((tool) => tool.name === "contact_archive");
        assert.deepEqual(archive?._meta?.["jst/scope"], { resource: "contacts", action: "write" });
        assert.equal(archive._meta["jst/confirm"], true);
      });

      test("calls a tool and turns its pages", async () => {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = { table_id: "things", sort: "name:asc", limit: 2, ...(cursor && { cursor }) };
          const { structuredContent } = await client.call("query_rows", page);
          seen.push(...structuredContent.rows.map((row: { data: { name: string } }) => row.data.name));
          cursor = structuredContent.next_cursor ?? undefined;
        } while (cursor !== undefined);
        assert.deepEqual(seen, names);
      });

      test("reads why a call was refused", async () => {
        const absent = await client.call("query_rows", { table_id: "nothing" });
        assert.deepEqual([absent.isError, absent.structuredContent.error.code], [true, "not_found"]);
        const wrong = await client.call("query_rows", { table_id: "things", limit: 0 });
        assert.equal(wrong.structuredContent.error.code, "validation_failed");
        await assert.rejects(client.call("nothing"), { code: -32602 });
      });

      test("asks before it archives: preview, token, and done once", async () => {
        const { id } = await post("/contacts", { first_name: title });
        const asked = await client.call("contact_archive", { contact_id: id });
        const { error } = asked.structuredContent;
        assert.deepEqual([asked.isError, error.code, error.expires_in], [true, "confirmation_required", 300]);
        assert.deepEqual([error.preview[0].op, error.preview[0].id], ["delete", id]);
        assert.equal(await archivedAt(id), null);
        const confirmed = { contact_id: id, confirm: true, confirm_token: error.confirm_token };
        const done = (await client.call("contact_archive", confirmed)).structuredContent;
        assert.deepEqual([done.queued, done.changed[0].id], [false, id]);
        assert.notEqual(await archivedAt(id), null);
        assert.equal((await client.call("contact_archive", confirmed)).structuredContent.replayed, true);
      });

      test("of a person proposes, and changes nothing", async () => {
        const values = { table_id: "things", data: { name: "proposed" } };
        const { isError, structuredContent } = await person.call("insert_row", values);
        assert.deepEqual([isError ?? false, structuredContent.queued], [false, true]);
        assert.match(structuredContent.changeset_id, /^data_/);
        assert.ok(structuredContent.changeset_url.endsWith(structuredContent.changeset_id));
        const { changeset_id: changesetId } = structuredContent;
        const shown = (await person.call("get_changeset", { changeset_id: changesetId })).structuredContent;
        assert.deepEqual([shown.id, shown.status], [changesetId, "queued"]);
        const { changesets } = (await person.call("list_changesets", { status: "queued" })).structuredContent;
        assert.ok(changesets.some(({ id }: { id: string }) => id === changesetId));
        const { rows } = (await client.call("query_rows", { table_id: "things" })).structuredContent;
        assert.equal(rows.length, names.length);
      });
    });
  }
}
