// Proves: libs/changes libs/db/src libs/events libs/caller services/auth/src services/crm/src dev/src/supervisor
// trust-kill.test.ts with every process that an approval goes through.
process.env.E2E_KILLS = "all";
await import("./trust-kill.test.ts");
