// These tests once more, on databases that no superuser has made (ADR 44); whatever else, with
// TEST_WITHOUT_SUPERUSER=1.
process.env["TEST_WITHOUT_SUPERUSER"] = "1";
await import("./schema.test.ts");
await import("./rows/list-rows.test.ts");
await import("./engine/storage/promotions.test.ts");
await import("./engine/indexes/indexes.test.ts");
await import("./engine/indexes/index-kinds.test.ts");
