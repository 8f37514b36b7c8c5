import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import {
  columnRequest,
  Draw,
  drawCells,
  drawColumns,
  drawFilter,
  drawOrder,
  referenceList,
  type ReferenceRow,
} from "../../testing/random-lists.ts";
import { testData } from "../../testing/test-data.ts";
import { promoteFrom } from "../../testing/test-storage.ts";

const { database, door, table } = await testData();
// Another seed, another run: `SEED=7 make test ONLY=…`. A failure names the one it was found with.
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1e9));
const tableCount = 3;
const rowCount = 40;
const listCount = 20;

async function things(columns: Record<string, unknown>[]) {
  const caller = testCaller();
  const path = { table_id: await table(caller, columns) };
  return {
    create: (data: unknown) => door.call("CreateRow", { caller, path, body: { data } }),
    patch: (id: string, body: unknown) =>
      door.call("UpdateRow", { caller, path: { ...path, row_id: id }, body }),
    remove: (id: string) => door.call("DeleteRow", { caller, path: { ...path, row_id: id } }),
    /** The ids of a whole list, page by page. */
    walk: async (query: string, between: () => Promise<unknown> = () => Promise.resolve()) => {
      const ids: string[] = [];
      for (let cursor = ""; ;) {
        const reply = await door.call("ListRows", { caller, path, query: query + cursor });
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        const { rows, next_cursor: next } = reply.body as {
          rows: { id: string }[];
          next_cursor: string | null;
        };
        ids.push(...rows.map(({ id }) => id));
        if (next === null) return ids;
        cursor = `&cursor=${next}`;
        await between();
      }
    },
  };
}

test(`whatever is asked of whatever rows, the answer is that of a naive reference, wherever the rows are (SEED=${seed})`, async () => {
  const draw = new Draw(seed);
  for (let n = 0; n < tableCount; n += 1) {
    const columns = drawColumns(draw);
    const { create, walk } = await things(columns.map(columnRequest));
    const rows: ReferenceRow[] = [];
    for (let row = 0; row < rowCount; row += 1) {
      const made = await create(drawCells(draw, columns));
      assert.equal(made.status, 201, JSON.stringify(made.body));
      rows.push(made.body as ReferenceRow);
    }
    for (const isPromoted of [false, true]) {
      if (isPromoted) await promoteFrom(database, rowCount);
      for (let list = 0; list < listCount; list += 1) {
        const [filter, order] = [drawFilter(draw, columns), drawOrder(draw, columns)];
        const sort = order.map(({ field, direction }) => `${field}:${direction}`).join(",");
        const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=${sort}&limit=${1 + draw.below(20)}`;
        const asked = `${isPromoted ? "promoted" : "shared"} ${JSON.stringify({ filter, sort, columns })}`;
        assert.deepEqual(await walk(query), referenceList(rows, filter, order), asked);
      }
    }
  }
});

test(`a walk while others write shows every row that stays, once, wherever the rows are (SEED=${seed})`, async () => {
  const draw = new Draw(seed + 1);
  for (const isPromoted of [false, true]) {
    const { create, patch, remove, walk } = await things([
      { name: "n", type: "number" },
      { name: "s", type: "text" },
    ]);
    const cells = () => ({ n: draw.of([null, 1, 2, 3]), s: draw.of([null, "a", "b"]) });
    const made = async () => (await create(cells())).body.id as string;
    const [staying, passing]: [string[], string[]] = [[], []];
    for (let n = 0; n < 60; n += 1) (n % 2 === 0 ? staying : passing).push(await made());
    if (isPromoted) await promoteFrom(database, 60);
    for (const sort of ["n:desc", "n:asc", "s:asc,n:desc", "created_at:desc"]) {
      const write = async () => {
        passing.push(await made());
        await patch(draw.of(passing), { data: cells() });
        await remove(draw.of(passing));
        await patch(draw.of(passing), { action: "restore" });
      };
      const seen = await walk(`sort=${sort}&limit=7`, write);
      const seenStaying = seen.filter((id) => staying.includes(id));
      assert.deepEqual(seenStaying.toSorted(), staying.toSorted(), sort);
    }
  }
});
