import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newTeam } from "./src/fleet.ts";
import { send, type Answer } from "./src/http.ts";

/** Hostile input that YAML cannot write down. Each answer is the documented problem, and nothing is stored. */
describe("hostile bodies", () => {
  let token = "";
  before(async () => {
    token = (await newTeam("hostile")).token;
  });
  const post = (body: string): Promise<Answer> =>
    send({
      method: "POST",
      path: "/api/v1/contacts",
      token,
      headers: { "content-type": "application/json" },
      body,
    });
  const codeOf = (answer: Answer) => (answer.body as { code?: string }).code;
  const stored = async () => (await send({ path: "/api/v1/contacts?count=exact", token })).body;

  test("a body of exactly 1 MiB reaches validation, one byte more is payload_too_large", async () => {
    const body = (size: number) => `{"first_name":"${"a".repeat(size - '{"first_name":""}'.length)}"}`;
    const fits = await post(body(1_048_576));
    assert.equal(fits.status, 422);
    const tooLarge = await post(body(1_048_577));
    assert.deepEqual([tooLarge.status, codeOf(tooLarge)], [413, "payload_too_large"]);
  });

  test("a batch of rows of almost 4 MiB is stored, one above is payload_too_large with its own limit", async () => {
    const table = await send({
      method: "POST",
      path: "/api/v1/data/tables",
      token,
      body: { display_name: "Large", columns: [{ name: "a", type: "text" }] },
    });
    const path = `/api/v1/data/tables/${(table.body as { id: string }).id}/rows:batch`;
    const batch = (chars: number) => ({
      rows: Array.from({ length: 400 }, () => ({ data: { a: "a".repeat(chars) } })),
    });
    const fits = await send({ method: "POST", path, token, body: batch(10_400) });
    assert.equal(fits.status, 200);
    const { body, status } = await send({ method: "POST", path, token, body: batch(10_500) });
    const { code, limit } = body as { code: string; limit: number };
    assert.deepEqual([status, code, limit], [413, "payload_too_large", 4_194_304]);
  });

  test("17 levels and a hundred thousand levels are malformed_json", async () => {
    for (const depth of [17, 100_000]) {
      const answer = await post("[".repeat(depth) + "]".repeat(depth));
      assert.deepEqual([answer.status, codeOf(answer)], [400, "malformed_json"]);
    }
  });

  test("a number beyond a double is refused", async () => {
    const answer = await post('{"first_name":"a","custom":{"n":1e400}}');
    assert.deepEqual([answer.status, codeOf(answer)], [422, "validation_failed"]);
  });

  test("ten thousand unknown members are refused in a bounded reply", async () => {
    const members = Array.from({ length: 10_000 }, (_unused, index) => `"x${index}":1`).join(",");
    const answer = await post(`{${members}}`);
    assert.equal(answer.status, 422);
    assert.ok((answer.body as { errors: unknown[] }).errors.length <= 100);
  });

  test("nothing of all this was stored", async () => {
    assert.deepEqual(await stored(), { contacts: [], next_cursor: null, has_more: false, total: 0 });
  });
});

describe("hostile paths", () => {
  const paths = [
    "/api/v1//contacts",
    "/api/v1/./contacts",
    "/api/v1/contacts/../contacts",
    "/api/v1/contacts/%2e%2e/contacts",
    "/api/v1/contacts%2f..%2fcontacts",
    "/api/v1/contacts;x=1",
    "/API/V1/contacts",
    "/api/v1/CONTACTS",
    "/crm.v1.Contacts/ListContacts",
    "/api/v1/contacts/",
    "/api/v1/data/tables//rows",
  ];
  for (const path of paths) {
    test(`${path} without a token answers no data`, async () => {
      const answer = await send({ path });
      assert.ok([400, 401, 404].includes(answer.status), String(answer.status));
      assert.equal((answer.body as { contacts?: unknown }).contacts, undefined);
    });
  }
});

test("a query parameter named like a path field does not take the path's place", async () => {
  const { token } = await newTeam("override");
  const create = async (email: string) =>
    (
      (await send({ method: "POST", path: "/api/v1/contacts", token, body: { email } })).body as {
        id: string;
      }
    ).id;
  const [asked, smuggled] = [await create("a@example.com"), await create("b@example.com")];
  for (const name of ["contact_id", "contactId", "contact%5Fid"]) {
    const answer = await send({ path: `/api/v1/contacts/${asked}?${name}=${smuggled}`, token });
    assert.deepEqual([answer.status, (answer.body as { code: string }).code], [400, "unknown_parameter"]);
  }
});
