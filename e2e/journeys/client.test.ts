import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { answered, createClient, everyPage, isQueued, ProblemError } from "@jst/client";
import { fleet, mintHumanToken, newTeam } from "../src/fleet.ts";

const { base_url: baseUrl } = fleet();
const team = await newTeam("client");
const client = createClient({ baseUrl, token: team.token });

/** Returns the output of the example program for these lines. */
async function imported(lines: readonly string[], token = team.token): Promise<string[]> {
  const program = new URL("../../libs/client/examples/import-contacts/main.ts", import.meta.url);
  const child = spawn(process.execPath, [program.pathname], {
    env: { ...process.env, BASE_URL: baseUrl, TOKEN: token },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(lines.join("\n"));
  return (await text(child.stdout)).trim().split("\n");
}

test("the example makes contacts, completes them by their address, and names every fault of a line", async () => {
  const ada = { first_name: "Ada", email: "ada@example.com", tags: ["imported"] };
  const faulty = { email: "nobody", phone: "1".repeat(65) };
  const [made = "", ...faults] = await imported([JSON.stringify(ada), JSON.stringify(faulty)]);
  assert.match(made, /^1: is contact [0-9a-f-]{36}$/);
  assert.deepEqual(faults.map((fault) => fault.split(": ").slice(0, 2).join(" ")).sort(), [
    "2 email",
    "2 phone",
  ]);
  assert.deepEqual(await imported([JSON.stringify({ ...ada, last_name: "Lovelace" })]), [made]);
});

test("a write of an untrusted token is told from one that is done", async () => {
  const value = await mintHumanToken(team.slug);
  const [line = ""] = await imported([JSON.stringify({ first_name: "Bo", email: "bo@example.com" })], value);
  assert.match(line, /^1: waits for approval: http/);
  const untrusted = createClient({ baseUrl, token: value });
  const reply = await answered(untrusted.POST("/api/v1/contacts", { body: { first_name: "Cy" } }));
  assert.ok(isQueued(reply));
});

test("every page of a list comes once, in order", async () => {
  const names = ["a", "b", "c", "d", "e"];
  for (const first_name of names)
    await answered(client.POST("/api/v1/contacts", { body: { first_name, tags: ["paged"] } }));
  const query = { tag: "paged", sort: "first_name:asc", limit: 2 };
  const pages = everyPage((at) =>
    answered(client.GET("/api/v1/contacts", { params: { query: { ...query, ...at } } })),
  );
  const seen: (string | null)[][] = [];
  for await (const { contacts } of pages) seen.push(contacts.map((contact) => contact.first_name));
  assert.deepEqual(seen, [["a", "b"], ["c", "d"], ["e"]]);
});

test("a refusal is a problem document: as a value, and as an error for who asks for the data", async () => {
  const params = { path: { contact_id: "0198f0a0-0000-7000-8000-000000000000" } };
  const { data, error } = await client.GET("/api/v1/contacts/{contact_id}", { params });
  assert.deepEqual([data, error?.code], [undefined, "not_found"]);
  await assert.rejects(
    answered(client.GET("/api/v1/contacts/{contact_id}", { params })),
    (thrown) =>
      thrown instanceof ProblemError && thrown.status === 404 && thrown.problem?.code === "not_found",
  );
});

test("cells of a row, which are free-form, are written and read", async () => {
  const columns = [{ name: "amount", type: "number" as const }];
  const table = await answered(
    client.POST("/api/v1/data/tables", { body: { display_name: "Client cells", columns } }),
  );
  assert.ok(!isQueued(table));
  const params = { path: { table_id: table.id } };
  const body = { data: { amount: 12.5 } };
  await answered(client.POST("/api/v1/data/tables/{table_id}/rows", { params, body }));
  const { rows } = await answered(client.GET("/api/v1/data/tables/{table_id}/rows", { params }));
  assert.deepEqual(
    rows.map(({ data }) => data),
    [{ amount: 12.5 }],
  );
});
