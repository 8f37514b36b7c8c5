import assert from "node:assert/strict";
import { overBoth, type Sent } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

const stack = useStack();
const MIB = 1_048_576;

/** Returns the last body that the service received. */
function seenBody(): { type: string; bytes: Buffer } {
  const body = stack.things.calls.at(-1)?.request.body;
  return { type: body?.content_type ?? "", bytes: body?.data ?? Buffer.alloc(0) };
}

const post = (body: NonNullable<Sent["body"]>, headers: Record<string, string> = {}): Sent => ({
  method: "POST",
  path: "/api/v1/things",
  body,
  headers: { "content-type": "application/json", ...headers },
});

overBoth("a body arrives to the byte, with its content type", stack.port, async (send) => {
  const text = '{ "a":null, "big":12345678901234567890, "n":1.0, "__proto__":{}, "unknown":[ ] }';
  const type = "application/merge-patch+json; charset=utf-8";
  assert.equal((await send(post(text, { "content-type": type }))).status, 201);
  assert.equal(seenBody().bytes.toString(), text);
  assert.equal(seenBody().type, type);
});

overBoth("bytes that are no UTF-8 and no JSON arrive as they are", stack.port, async (send) => {
  const bytes = Buffer.from([0, 255, 254, 10, 13, 0]);
  assert.equal((await send(post(bytes))).status, 201);
  assert.deepEqual(seenBody().bytes, bytes);
});

overBoth("a body without a content type arrives, its type empty", stack.port, async (send) => {
  assert.equal((await send({ method: "POST", path: "/api/v1/things", body: "{}" })).status, 201);
  assert.equal(seenBody().bytes.toString(), "{}");
  assert.equal(seenBody().type, "");
});

overBoth("no body at all arrives as an empty one", stack.port, async (send) => {
  for (const request of [post(""), { method: "POST", path: "/api/v1/things" }]) {
    assert.equal((await send(request)).status, 201);
    assert.equal(seenBody().bytes.length, 0);
  }
});

for (const method of ["PATCH", "DELETE", "GET"])
  overBoth(`a body of ${method} cannot fill a path field`, stack.port, async (send) => {
    await send({ method, path: "/api/v1/things/1", body: '{"thing_id":"2"}' });
    assert.equal(stack.things.calls[0]?.request.thing_id, "1");
    assert.equal(seenBody().bytes.toString(), '{"thing_id":"2"}');
  });

overBoth("a body of DELETE that is no JSON arrives, for the service to refuse", stack.port, async (send) => {
  await send({ method: "DELETE", path: "/api/v1/things/1", body: "{broken" });
  assert.equal(seenBody().bytes.toString(), "{broken");
});

overBoth("1 MiB arrives, one byte more is payload_too_large with the limit", stack.port, async (send) => {
  assert.equal((await send(post(Buffer.alloc(MIB, 97)))).status, 201);
  assert.equal(seenBody().bytes.length, MIB);
  const document = assertProblem(await send(post(Buffer.alloc(MIB + 1, 97))), "payload_too_large");
  assert.equal(document["limit"], MIB);
  assert.equal(stack.things.calls.length, 1);
});

overBoth("the limit holds without a content-length too", stack.port, async (send) => {
  const chunks = (size: number): Buffer[] => [Buffer.alloc(size - 1, 97), Buffer.alloc(1, 98)];
  assert.equal((await send(post(chunks(MIB)))).status, 201);
  assertProblem(await send(post(chunks(MIB + 1))), "payload_too_large");
});

overBoth("8 MiB is payload_too_large", stack.port, async (send) => {
  assertProblem(await send(post(Buffer.alloc(8 * MIB, 97))), "payload_too_large");
});

overBoth("an express route takes 5 MiB unbuffered and untranscoded", stack.port, async (send) => {
  assert.equal(
    (await send({ method: "POST", path: "/api/v1/plain", body: Buffer.alloc(5 * MIB) })).status,
    200,
  );
  assert.equal(stack.plain.requests[0]?.bodyBytes, 5 * MIB);
});

overBoth("an express route answers 20 MiB", stack.port, async (send) => {
  assert.equal((await send({ path: `/api/v1/plain?bytes=${20 * MIB}` })).bytes.length, 20 * MIB);
});
