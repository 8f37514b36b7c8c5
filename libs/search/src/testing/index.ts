export { describePlans } from "./describe-plans.ts";
/** The index of a service while a test file runs. */
export { testIndexer, type TestIndexer } from "./test-indexer.ts";
export { packedVector, testEmbedders, type TestEmbedders } from "./test-embedders.ts";
