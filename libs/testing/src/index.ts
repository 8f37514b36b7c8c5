/** Setup of every test of a service. */
import "./require-generated.ts";

export {
  emptyDatabase,
  migrationsOf,
  testDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from "./test-database.ts";
export { addressOf, testServer, withClient } from "./server.ts";
export { isWithoutSuperuser, makeAdministrator } from "./without-superuser.ts";
export { freePort } from "./free-port.ts";
export { heldBytes } from "./held-bytes.ts";
export { insertSampleProposal } from "./sample-proposal.ts";
export { shownMetrics } from "./shown-metrics.ts";
export { until } from "./until.ts";
export { teamContext } from "./team-context.ts";
export { migrationsUpTo } from "./migrations-up-to.ts";
export { refusedUrls } from "./refused-urls.ts";
export { testBrokerAccess, testBrokers, testBrokerSettings } from "./test-brokers.ts";
export { notesMigrations } from "./notes.ts";
export { PostgresProxy, type Fault } from "./postgres-proxy.ts";
export { KnownCallers } from "./known-callers.ts";
export { testCaller } from "./test-caller.ts";
export { TEST_AUDIENCE, testKeyPair, TestServices } from "./test-keys.ts";
export { testUpstream, type Answer, type SeenCall, type TestUpstream } from "./test-upstream.ts";
export { testPeer, type Asked, type TestPeer } from "./test-peer.ts";
export { toldFaults } from "./told-faults.ts";
export { TEST_BASE_URL, testDoor, type TestCall, type TestDoor, type TestReply } from "./test-door.ts";
export { describeMigrations } from "./describe-migrations.ts";
export { describeTenancy, type TenancyOptions } from "./describe-tenancy.ts";
export { outboxExceptions, searchExceptions, type TenancyExceptions } from "./tenancy-catalog.ts";
export { insertSearched } from "./sample-searched.ts";
export { notesResources } from "./notes/rpcs.ts";
export { notesServiceMigrations, testNotes, type TestNotes } from "./notes/test-notes.ts";
export { anotherToken, human, propose, signedIn, testTeam, type TestTeam } from "./test-people.ts";
export { ruled, testRule, testRules } from "./test-rules.ts";
export { vectorOf, type EmbeddingsAsked } from "./embedder.ts";
export { testEmbedder, type TestEmbedder } from "./test-embedder.ts";
export { mergedFact, noticeFactOf, testFact, type NoticeFact } from "./test-fact.ts";
export { testNormalizer, type NotedRow } from "./test-normalizer.ts";
export { referenceJudge } from "./rules/reference-judge.ts";
export { ReferenceRules, type ExpectedOutcome, type MatrixHand } from "./rules/reference-rules.ts";
export {
  Dice,
  randomCondition,
  randomCounts,
  randomHand,
  randomOperations,
  randomRules,
  type RuleWorld,
} from "./rules/random-rules.ts";
export { SoftAuthenticator, type Deviation, type SoftOptions } from "./soft-authenticator.ts";
