import { describeMigrations, describeTenancy } from "@jst/testing";
import { assetsTable } from "./provisioning/assets-table.ts";
import { insertTable } from "./tables/queries.ts";
import { testData } from "./testing/test-data.ts";

const { database } = await testData();

describeMigrations("data");
describeTenancy("data", {
  database,
  fill: async (tx) => {
    const id = await insertTable(tx, assetsTable, 500);
    await tx.query({
      text: `insert into data.rows (table_id, data, created_by_type) values ($1, '{"name": "Drill", "asset_tag": "a1"}', 'system')`,
      values: [id],
    });
    await tx.query({
      text: `insert into data.views (table_id, name, kind, is_favorite, settings, created_by_type)
        values ($1, 'All', 'grid', false, '{}', 'system')`,
      values: [id],
    });
    await tx.query({
      text: `insert into data.row_states (table_id, row_id, column_id, to_state, actor_type)
        values ($1, uuidv7(), uuidv7(), 'available', 'system')`,
      values: [id],
    });
    await tx.query({
      text: "insert into data.counters (column_id, value) values (uuidv7(), 1)",
      values: [],
    });
    await tx.query({
      text: "insert into data.outbox (id, type, payload) values (uuidv7(), 'test', '{}')",
      values: [],
    });
  },
});
