import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { readCsv, walked } from "../src/list-files.ts";
import type { HandOfRequest } from "../src/member-api.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { queryOf } from "../src/samples.ts";
import { signedIn, type SignedIn } from "../src/sessions.ts";
import { makeWorld } from "../src/world.ts";

const lists = registry.filter((rpc): rpc is Rpc & { list: string } => rpc.list !== null);

let token = "";
let member: SignedIn;
let ids: Ids;
before(async () => {
  const team = await newTeam("list-files");
  ({ token } = team);
  ids = await makeWorld(token, team.slug);
  member = await signedIn(team.slug, "owner");
});

const handOf = ({ access }: Rpc): HandOfRequest => (access === "member" ? member : token);
const placeOf = (path: string): string => pathOf(path, ids).replace("/api/v1/", "");

describe("the file of a list has the items of all its pages, on every address (moving.items)", () => {
  for (const rpc of lists)
    for (const { path } of rpc.bindings)
      test(`${nameOf(rpc)} at ${path}`, async () => {
        const place = `${placeOf(path)}${queryOf(rpc, ids)}`;
        const items = await walked(place, handOf(rpc), rpc.list, 1);
        const { answer, header, lines } = await readCsv(place, handOf(rpc));
        const { headers } = answer;
        assert.equal(headers.get("content-type"), "text/csv; charset=utf-8; header=present");
        assert.match(
          headers.get("content-disposition") ?? "",
          /^attachment; filename="[a-z_]+-\d{4}-\d\d-\d\d\.csv"$/,
        );
        assert.equal(headers.get("cache-control"), "no-store");
        assert.equal(headers.get("x-row-total"), headers.get("x-row-count"));
        const known = new Set(items.map(({ id }) => id ?? ""));
        // The file itself and others of the team add to the logs meanwhile.
        const own = idsOf(header, lines).filter((id) => rpc.method !== "ListAudit" || known.has(id));
        assert.deepEqual(
          own,
          items.map(({ id }) => id ?? ""),
        );
        assert.equal(headers.get("x-row-count"), String(lines.length));
      });
});

/** Lists the ids of the lines; each is empty if the file has no such column. */
function idsOf(header: string[], lines: string[][]): string[] {
  return lines.map((line) => line[header.indexOf("id")] ?? "");
}

test("every member of an item is a column, and an object is spread (moving.columns)", async () => {
  const [contact] = await walked("contacts", token, "contacts", 500);
  const { header, lines } = await readCsv("contacts", token);
  const members = new Set(header.map((key) => key.split(".")[0]));
  assert.deepEqual(
    Object.keys(contact ?? {}).filter((name) => !members.has(name)),
    [],
  );
  assert.equal(header[0], "id");
  assert.equal(header.includes("address.city"), true);
  assert.equal(
    lines.every((line) => line.length === header.length),
    true,
  );
});

test("an export is on record with its format, its items and a digest of its query (moving.record)", async () => {
  const { answer } = await readCsv("contacts?q=Third", token);
  const id = answer.headers.get("x-request-id");
  const entry = await until("the export is in the log", 30_000, async () => {
    const { body } = await send({ path: "/api/v1/audit?action=list.export&limit=200", token });
    const { audit } = body as { audit: Record<string, string>[] };
    return audit.find(({ request_id }) => request_id === id);
  });
  assert.deepEqual([entry["resource"], entry["outcome"]], ["contacts", "success"]);
  assert.match(entry["reason"] ?? "", /^contacts: 1 rows as csv, query sha256:[0-9a-f]{64}$/);
});
