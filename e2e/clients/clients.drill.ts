// Proves: libs/contract/src protos e2e/clients dev/pins/clients.jars dev/pins/clients.txt
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { run } from "../../dev/src/process/run.ts";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { clients } from "./make-clients.ts";

/** Clients that public generators make of the description, with their default options (clients.generated). */
const limits = { timeout: 900_000 };
const table = "acts";
let token = "";

before(async () => {
  ({ token } = await newTeam("clients"));
  const body = { name: table, display_name: "Acts", columns: [{ name: "name", type: "text" }] };
  const { status } = await send({ method: "POST", path: "/api/v1/data/tables", token, body });
  assert.equal(status, 201);
});

for (const [name, make] of Object.entries(clients)) {
  test(`a client by ${name} compiles, lists tables, inserts a row and uploads a file`, limits, async () => {
    const { command, args, env } = await make();
    const target = { BASE_URL: fleet().base_url, TOKEN: token, TABLE: table };
    const output = await run(command, args, { env: { ...process.env, ...env, ...target } });
    assert.deepEqual(output.match(/^(?:tables|row|file)$/gm), ["tables", "row", "file"]);
  });
}
