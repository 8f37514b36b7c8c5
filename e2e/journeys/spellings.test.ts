import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { agentDoors, requestAt } from "../src/agent-doors.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { postForm } from "../src/page-forms.ts";

/** Both spellings of a text are one at every door (conventions.unicode). */
const ARRIVAL_MS = 60_000;
const NFC = "Café Müller";
const NFD = NFC.normalize("NFD");
const team = await newTeam("spellings");
const { token } = team;
await jst("config", "set", "--team", team.slug, "modules.mcp_export", "true");
const post = (path: string, body: unknown) => send({ method: "POST", path: `/api/v1/${path}`, token, body });
const get = async (path: string) =>
  (await send({ path: `/api/v1/${path}`, token })).body as Record<string, unknown>;

const columns = [
  { name: "a", type: "text", unique: true },
  { name: "raw", type: "json" },
];
const table = await post("data/tables", { display_name: NFD, columns });
const rows = "data/tables/cafe_muller/rows";

test("a text in NFD is stored in NFC by a body, and names what it is made into", async () => {
  const { status, body } = table;
  const { name, display_name } = body as { name: string; display_name: string };
  assert.deepEqual([status, name, display_name], [201, "cafe_muller", NFC]);
  const article = await post("articles", { title: NFD, body: NFD });
  const { title, slug } = article.body as { title: string; slug: string };
  assert.deepEqual([article.status, title, slug], [201, NFC, "cafe-muller"]);
});

test("at each door of agents a cell in NFD is the one in NFC, and JSON stays as it was sent", async () => {
  for (const [place, door] of agentDoors.entries()) {
    const cell = `${NFD} ${place}`;
    const raw = { [NFD]: NFD };
    const values = { table_id: "cafe_muller", data: { a: cell, raw } };
    const call = () => send({ ...requestAt(door, { name: "insert_row", values }), token });
    // The setting is in force within five seconds.
    const made = await until("agents may write", ARRIVAL_MS, async () => {
      const answer = await call();
      return JSON.stringify(answer.body).includes("mcp_export_disabled") ? undefined : answer;
    });
    assert.equal(made.status, 200, `${door}: ${JSON.stringify(made.body)}`);
    const again = JSON.stringify((await call()).body);
    assert.match(again, /unique_violation/, door);
    const taken = await post(rows, { data: { a: cell.normalize("NFC") } });
    assert.equal(taken.status, 409, door);
    const filter = encodeURIComponent(JSON.stringify({ field: "a", op: "eq", value: cell }));
    const found = (await get(`${rows}?filter=${filter}`)) as { rows: { data: object }[] };
    assert.deepEqual(
      found.rows.map(({ data }) => data),
      [{ a: cell.normalize("NFC"), raw }],
    );
  }
  for (const q of [NFC, NFD]) {
    const found = (await get(`${rows}?q=${encodeURIComponent(q)}`)) as { rows: unknown[] };
    assert.equal(found.rows.length, agentDoors.length);
  }
});

test("a page takes an answer in either spelling, and one address in any", async () => {
  const fields = [
    { id: "name", label: "Name", type: "short_text", maps_to: "last_name" },
    { id: "pick", label: "Pick", type: "single_choice", options: [NFC] },
    { id: "email", label: "Mail", type: "email", required: true, maps_to: "email" },
  ];
  const form = { title: "Ask", status: "published", fields, settings: { public: true } };
  assert.equal((await post("forms", form)).status, 201);
  for (const email of ["ann@müller.example", "ann@mu\u0308ller.example", "ANN@xn--mller-kva.example"]) {
    const sent = new URLSearchParams({ name: NFD, pick: NFD, email }).toString();
    assert.equal((await postForm(`/p/forms/${team.slug}/ask`, sent)).statusCode, 303, email);
  }
  const { contacts } = (await get("contacts?q=ann")) as { contacts: { last_name: string; email: string }[] };
  assert.deepEqual(
    contacts.map(({ last_name, email }) => [last_name, email]),
    [[NFC, "ann@müller.example"]],
  );
});
