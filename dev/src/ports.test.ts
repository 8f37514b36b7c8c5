import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { readSettings } from "./config.ts";
import { assignPorts, host, portCount, requireFreePorts } from "./ports.ts";

test("a taken port is refused by its number, its purpose and what to do", async () => {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await assert.rejects(requireFreePorts([{ port, purpose: "Redis" }]), {
    name: "OperatorError",
    message: new RegExp(`^Port ${port} \\(Redis\\) is taken .* JST_PORT=`),
  });
  server.close();
  await once(server, "close");
  await requireFreePorts([{ port, purpose: "Redis" }]);
});

test("the ports of a fleet are consecutive from its base and none is given twice", () => {
  const { services, ...others } = assignPorts(8080);
  const doors = Object.values(services).flatMap(({ grpc, ops, http }) => [grpc, ops, http]);
  const all = [...Object.values(others), ...doors].sort((a, b) => a - b);
  assert.deepEqual(
    all,
    Array.from({ length: portCount }, (_, offset) => 8080 + offset),
  );
});

test("an invalid base port is refused by its name", () => {
  for (const text of ["http", "80", "70000", "8080.5"]) {
    assert.throws(() => readSettings({ JST_PORT: text }), {
      name: "OperatorError",
      message: /^JST_PORT is/,
      exitCode: 2,
    });
  }
  assert.equal(readSettings({ JST_PORT: "9000" }).basePort, 9000);
});
