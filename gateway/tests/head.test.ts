import assert from "node:assert/strict";
import { overBoth } from "./client.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

for (const path of [
  "/api/v1/things",
  "/api/v1/things/bytes-20000",
  "/api/v1/plain",
  "/api/v1/plain?bytes=5000000",
]) {
  overBoth(`HEAD ${path} answers as GET does, without the body`, stack.port, async (send) => {
    for (const headers of [{}, { "accept-encoding": "gzip" }]) {
      const get = await send({ path });
      const head = await send({ method: "HEAD", path, headers });
      assert.equal(head.status, 200);
      assert.equal(head.bytes.length, 0);
      for (const name of ["content-type", "content-length", "etag"])
        assert.equal(head.headers[name], get.headers[name], name);
    }
  });
}

overBoth("HEAD reaches the service as the rpc of GET", stack.port, async (send) => {
  await send({ method: "HEAD", path: "/api/v1/things/1" });
  assert.equal(stack.things.calls[0]?.rpc, "GetThing");
  assert.equal(stack.auth.checks[0]?.attributes.context_extensions?.["rpc"], "fixture.v1.Things/GetThing");
});

const refusals: Record<string, { path: string; token?: string | null; status: number }> = {
  "by the service": { path: "/api/v1/things/status-404", status: 404 },
  "by a gRPC fault": { path: "/api/v1/things/grpc-13", status: 500 },
  "by auth": { path: "/api/v1/things/1", token: null, status: 401 },
  "by the router": { path: "/unknown", status: 404 },
  "with a 304": { path: "/api/v1/things/empty-304", status: 304 },
};
for (const [name, { status, ...request }] of Object.entries(refusals)) {
  overBoth(`HEAD refused ${name} has the status and no body`, stack.port, async (send) => {
    const reply = await send({ method: "HEAD", ...request });
    assert.equal(reply.status, status);
    assert.equal(reply.bytes.length, 0);
  });
}
