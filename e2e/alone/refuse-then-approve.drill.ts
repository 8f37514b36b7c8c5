// Proves: libs/changes/src/deciding libs/changes/src/rules services/auth/src/approval-rules
// Proves: services/agent/src/changesets
// refuse-then-approve.test.ts in a thousand rounds.
process.env.E2E_ROUNDS = "1000";
await import("../journeys/refuse-then-approve.test.ts");
