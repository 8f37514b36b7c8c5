// Proves: services/data/src/files libs/http/src libs/db/src dev/src/supervisor
import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { newTeam } from "../src/fleet.ts";
import { listFiles, requireBytes, requireOnly } from "../src/files-killing.ts";
import { killingTest, killWhile, sendUnlessDown } from "../src/killing.ts";

const KILLS = 25;
const MOST_BYTES = 400_000;

test(
  "data is killed while files are uploaded and deleted: what was acknowledged stays so, no row lacks its bytes, and no bytes stay without a row",
  killingTest,
  async (context) => {
    const { id: teamId, token } = await newTeam("files-kill");
    const uploaded: string[] = [];
    const deleted = new Set<string>();
    const upload = (files: number, bytes: () => number) => async () => {
      const body = new FormData();
      for (let n = 0; n < files; n += 1) body.append("file", new Blob([randomBytes(bytes())]), `${n}`);
      const answer = await sendUnlessDown({ method: "POST", path: "/api/v1/files", token, body });
      if (answer === undefined) return false;
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const made = files === 1 ? [answer.body] : (answer.body as { files: unknown[] }).files;
      uploaded.push(...(made as { id: string }[]).map(({ id }) => id));
      return true;
    };
    const remove = async () => {
      const id = uploaded[randomInt(uploaded.length + 1)];
      if (id === undefined || deleted.has(id)) return delay(5, false);
      const answer = await sendUnlessDown({ method: "DELETE", path: `/api/v1/files/${id}`, token });
      if (answer === undefined) return false;
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      deleted.add(id);
      return true;
    };
    const small = upload(1, () => randomInt(MOST_BYTES));
    const several = upload(3, () => randomInt(MOST_BYTES));
    const kills = await killWhile("data", KILLS, [small, several, upload(1, () => 10 * MOST_BYTES), remove]);

    const [live, gone] = [await listFiles(token), await listFiles(token, "&deleted=only")];
    context.diagnostic(`${kills} kills, ${uploaded.length} files acknowledged, ${deleted.size} deletions`);
    const known = new Map([
      ...live.map(({ id }) => [id, true] as const),
      ...gone.map(({ id }) => [id, false] as const),
    ]);
    for (const id of uploaded) assert.ok(known.has(id), `${id} is stored`);
    for (const id of deleted) assert.equal(known.get(id), false, `${id} is deleted`);
    requireBytes(teamId, [...live, ...gone]);
    await requireOnly(teamId, [...live, ...gone]);
  },
);
