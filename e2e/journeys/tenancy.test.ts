import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** Every place an id can stand in, with a foreign, an absent and a malformed one (delivery 6.6). */
describe("a foreign id looks exactly like an absent one", () => {
  let token = "";
  const foreign = { table: "", row: "", contact: "" };
  before(async () => {
    const other = await newTeam("foreign");
    token = (await newTeam("own")).token;
    const idOf = async (path: string, body: unknown) => {
      const answer = await send({ method: "POST", path, token: other.token, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return (answer.body as { id: string }).id;
    };
    const columns = [{ name: "name", type: "text" }];
    foreign.table = await idOf("/api/v1/data/tables", { name: "secrets", display_name: "Secrets", columns });
    foreign.row = await idOf(`/api/v1/data/tables/${foreign.table}/rows`, { data: { name: "x" } });
    foreign.contact = await idOf("/api/v1/contacts", { email: "x@example.com" });
  });

  const absent = "0198f0a0-0000-7000-8000-000000000000";
  const places: [string, string, (ids: typeof foreign) => string, unknown?][] = [
    ["a table read", "GET", (ids) => `/api/v1/data/tables/${ids.table}`],
    ["a row list", "GET", (ids) => `/api/v1/data/tables/${ids.table}/rows`],
    ["a row list by the alias", "GET", (ids) => `/api/v1/tables/tables/${ids.table}/rows`],
    ["a row create", "POST", (ids) => `/api/v1/data/tables/${ids.table}/rows`, { data: { name: "y" } }],
    ["a row read", "GET", (ids) => `/api/v1/data/tables/${ids.table}/rows/${ids.row}`],
    [
      "a row change",
      "PATCH",
      (ids) => `/api/v1/data/tables/${ids.table}/rows/${ids.row}`,
      { data: { name: "y" } },
    ],
    [
      "a row restore",
      "PATCH",
      (ids) => `/api/v1/data/tables/${ids.table}/rows/${ids.row}`,
      { action: "restore" },
    ],
    ["a row delete", "DELETE", (ids) => `/api/v1/data/tables/${ids.table}/rows/${ids.row}`],
    ["a contact read", "GET", (ids) => `/api/v1/contacts/${ids.contact}`],
    ["a contact change", "PATCH", (ids) => `/api/v1/contacts/${ids.contact}`, { title: "y" }],
    ["a contact archive", "DELETE", (ids) => `/api/v1/contacts/${ids.contact}`],
  ];
  for (const [name, method, path, body] of places) {
    test(`in ${name}`, async () => {
      const ask = async (ids: typeof foreign) => {
        const answer = await send({
          method,
          path: path(ids),
          token,
          ...(body === undefined ? {} : { body }),
        });
        // What names the request, not the refusal, differs from answer to answer.
        const own = new Set(["request_id", "trace_id"]);
        const problem = Object.entries(answer.body as object).filter(([name]) => !own.has(name));
        return { status: answer.status, problem };
      };
      const seen = await ask(foreign);
      assert.equal(seen.status, 404);
      assert.deepEqual(seen, await ask({ table: absent, row: absent, contact: absent }));
      assert.deepEqual(seen, await ask({ table: "17", row: "17", contact: "17" }));
    });
  }
});
