/** Search of a service: an index of words, maintained beside the writes, and the passages that answer a question. */
export { NOWHERE, type Entry } from "./entry.ts";
export type { Cause, PlacedId, Query, SearchSources, Source } from "./source.ts";
export { startIndexer, type IndexerOptions } from "./indexer.ts";
export { findPassages, shownPassages, type FoundPassages, type Question } from "./find-passages.ts";
export { findNearest, nearestSettings, type Meaning } from "./find-nearest.ts";
export { embeddersAt, type TeamEmbedders } from "./embedders.ts";
export { indexFaults } from "./index-faults.ts";
export { indexState, type ShownWalk } from "./index-state.ts";
export type { Place } from "./find-entries.ts";
