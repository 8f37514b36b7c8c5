import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fleet, jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { clients, type OfficialClient } from "./src/clients.ts";

/** What an agent does in a day, by every official client and on both servers (agent-surfaces 3). */
let slug = "";
let token = "";
let human = "";
const names = ["a", "b", "c"];

const post = async (path: string, body: object) => {
  const answer = await send({ method: "POST", path: `/api/v1${path}`, token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: string };
};
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
        const planned = await client.call("list_forms");
        assert.equal(planned.structuredContent.error.code, "module_disabled");
        await assert.rejects(client.call("nothing"), { code: -32602 });
      });

      test("of a person proposes, and changes nothing", async () => {
        const values = { table_id: "things", data: { name: "proposed" } };
        const { isError, structuredContent } = await person.call("insert_row", values);
        assert.deepEqual([isError ?? false, structuredContent.queued], [false, true]);
        assert.match(structuredContent.changeset_id, /^data_/);
        assert.ok(structuredContent.changeset_url.endsWith(structuredContent.changeset_id));
        const { rows } = (await client.call("query_rows", { table_id: "things" })).structuredContent;
        assert.equal(rows.length, names.length);
      });
    });
  }
}
