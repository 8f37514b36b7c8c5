import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newTeam } from "./src/fleet.ts";
import { codeOf, send, type Answer } from "./src/http.ts";

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

  test("17 levels and as many as a body can hold are malformed_json, a million are too large a body", async () => {
    for (const depth of [17, 65, 1_000, 10_000, 100_000]) {
      const answer = await post("[".repeat(depth) + "]".repeat(depth));
      assert.deepEqual([answer.status, codeOf(answer)], [400, "malformed_json"]);
    }
    assert.equal(codeOf(await post("[".repeat(1_000_000) + "]".repeat(1_000_000))), "payload_too_large");
  });

  test("a body of another content type or charset, or compressed, is unsupported_media_type at every door", async () => {
    const bodies: Record<string, string> = {
      "/api/v1/contacts": '{"first_name":"a"}',
      "/api/v1/data/tables": '{"display_name":"a"}',
      "/api/v1/webhooks": "{}",
      "/api/v1/tokens": "{}",
      "/api/v1/tools/call": '{"name":"list_tables"}',
      "/api/v1/actions/list_tables": "{}",
      "/api/v1/mcp": '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    };
    const wrong: Record<string, string>[] = [
      ...["text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded"],
      ...[
        "multipart/form-data; boundary=x",
        "application/json; charset=latin1",
        "application/json; charset=utf-16",
      ],
      ...["application/json-patch+json", "application/json, text/plain"],
    ].map((type) => ({ "content-type": type }));
    for (const [path, body] of Object.entries(bodies)) {
      for (const headers of [...wrong, { "content-encoding": "gzip" }]) {
        const answer = await send({ method: "POST", path, token, headers, body });
        const what = `${path} ${JSON.stringify(headers)}`;
        assert.deepEqual([answer.status, codeOf(answer)], [415, "unsupported_media_type"], what);
      }
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

describe("a request head up to the limits is answered at every door, beyond them with a problem", () => {
  const doors = [
    "/api/v1/data/tables",
    "/api/v1/contacts",
    "/api/v1/webhooks",
    "/api/v1/tokens",
    "/api/v1/changesets",
    "/api/v1/tools",
    "/api/v1",
  ];
  let token = "";
  before(async () => {
    token = (await newTeam("heads")).token;
  });
  for (const door of doors) {
    test(door, async () => {
      const url = (length: number) => send({ path: `${door}?x=`.padEnd(length, "x"), token });
      assert.equal(codeOf(await url(32_768)), "unknown_parameter");
      assert.equal(codeOf(await url(32_769)), "uri_too_long");
      const head = (headers: Record<string, string>) => send({ path: door, token, headers });
      // The client adds some of its own: these are 60 KiB and a hundred headers.
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`x-${index}`, "1"]));
      for (const headers of [{ "x-big": "x".repeat(60 * 1_024 - 500) }, many(90)])
        assert.equal((await head(headers)).status, 200);
      for (const headers of [{ "x-big": "x".repeat(62 * 1_024) }, many(120)]) {
        const refused = await head(headers);
        assert.deepEqual([refused.status, codeOf(refused)], [431, "headers_too_large"]);
      }
    });
  }
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
