// Proves: services/data/src/files/archive services/data/src/files/upload libs/http/src
import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import { test } from "node:test";
import { zipOf } from "@jst/testing/zips";
import { newTeam } from "../src/fleet.ts";
import { listFiles, requireBytes, requireOnly } from "../src/files-killing.ts";
import { killingTest, killWhile, sendUnlessDown } from "../src/killing.ts";

const KILLS = 25;
const ENTRIES = 30;

test(
  "data is killed while archives are unpacked: each is there with all of its files or not at all, and no bytes stay without a row",
  killingTest,
  async (context) => {
    const { id: teamId, token } = await newTeam("unpacking-kill");
    const acknowledged: string[] = [];
    const unpack = async () => {
      const entries = Array.from({ length: ENTRIES }, (_, n) => ({
        name: `in/${n}`,
        content: randomBytes(randomInt(40_000)),
      }));
      const body = new FormData();
      body.append("file", new Blob([zipOf(entries)]), "a.zip");
      const answer = await sendUnlessDown({ method: "POST", path: "/api/v1/files", token, body });
      if (answer === undefined) return false;
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const { id, extracted } = answer.body as { id: string; extracted: unknown[] };
      assert.equal(extracted.length, ENTRIES);
      acknowledged.push(id);
      return true;
    };
    const kills = await killWhile("data", KILLS, [unpack, unpack, unpack]);

    const files = await listFiles(token);
    context.diagnostic(`${kills} kills, ${acknowledged.length} archives acknowledged`);
    const extracted = Map.groupBy(files, (file) => file.source_archive_id);
    const archives = (extracted.get(null) ?? []).map(({ id }) => id);
    for (const id of acknowledged) assert.ok(archives.includes(id), `${id} is stored`);
    for (const id of archives) assert.equal(extracted.get(id)?.length, ENTRIES, `all of ${id} are stored`);
    assert.equal(files.length, archives.length * (ENTRIES + 1));
    requireBytes(teamId, files);
    await requireOnly(teamId, files);
  },
);
