// Proves: services/emr/src/import services/emr/src/fhir dev/src/jst/emr.ts
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "../../dev/src/config.ts";
import { findPythonPackages } from "../../dev/src/fetch/python-packages.ts";
import { faultsOf } from "../../services/emr/src/fhir/testing/faults-of.ts";
import { importCharts } from "../src/charts.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { generatedCharts } from "../src/generated-charts.ts";
import { send } from "../src/http.ts";

const PATIENTS = 1_000;
/** With it the file has more than 50 MB. */
const FILLER = "x".repeat(52_000);
const limits = { timeout: 600_000 };

const fhir = await findPythonPackages(readSettings().cacheDir, "fhir");
const [folder, skip] = "folder" in fhir ? [fhir.folder, false] : ["", fhir.reason];

interface Searchset {
  total: number;
  link: { relation: string; url: string }[];
  entry?: { resource: { id: string } }[];
}

test(
  "a file of 50 MB with 1,000 patients is taken, again changes nothing, and reads back valid",
  { ...limits, skip },
  async () => {
    const { slug, token } = await newTeam("import");
    for (const key of ["emr.enabled", "emr.labs.enabled"])
      await jst("config", "set", "--team", slug, `modules.${key}`, "true");
    const resources = generatedCharts(PATIENTS, FILLER);
    assert.ok(Buffer.byteLength(JSON.stringify(resources)) > 50_000_000);
    const first = await importCharts(slug, resources);
    assert.deepEqual(first.counts, { created: resources.length, changed: 0, unchanged: 0, left_out: 0 });
    const again = await importCharts(slug, resources);
    assert.deepEqual(again.counts, { created: 0, changed: 0, unchanged: resources.length, left_out: 0 });
    const read = async (path: string) => {
      const headers = { accept: "application/fhir+json" };
      const { status, body } = await send({ path, token, headers });
      assert.equal(status, 200, JSON.stringify(body));
      return body as Searchset;
    };
    const texts: string[] = [];
    const ids: string[] = [];
    for (let path: string | undefined = "/api/v1/emr/patients?limit=200"; path !== undefined;) {
      const page = await read(path);
      assert.equal(page.total, PATIENTS);
      texts.push(JSON.stringify(page));
      ids.push(...(page.entry ?? []).map(({ resource }) => resource.id));
      const next = page.link.find(({ relation }) => relation === "next");
      path = next && new URL(next.url).pathname + new URL(next.url).search;
    }
    assert.deepEqual([ids.length, new Set(ids).size], [PATIENTS, PATIENTS]);
    for (const id of ids.filter((_, n) => n % 20 === 0))
      for (const [part, total] of [
        ["problems", 1],
        ["medications", 1],
        ["allergies", 1],
        ["labs", 3],
      ] as const) {
        const set = await read(`/api/v1/emr/patients/${id}/${part}`);
        assert.equal(set.total, total);
        texts.push(JSON.stringify(set));
      }
    assert.deepEqual(
      faultsOf(texts, folder).filter((fault) => fault !== null),
      [],
    );
  },
);
