export { describePlans } from "./describe-plans.ts";
export { testIndexer, type TestIndexer } from "./test-indexer.ts";
