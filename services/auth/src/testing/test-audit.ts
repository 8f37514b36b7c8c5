import { SystemDatabase } from "@jst/db";
import { auditStatement, type AuditEntry, type DeliveredEvent } from "@jst/events";
import type { TestDatabase } from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { writeEntries } from "../audit/write-entries.ts";

/** The writer of the log, without the broker before it. */
export interface TestAudit {
  /** Appends entries to the team's chain and answers their ids. */
  append: (teamId: string, entries: readonly Partial<TestEntry>[]) => Promise<string[]>;
  /** Appends what arrives, however often it does. */
  arrive: (teamId: string, events: readonly DeliveredEvent[]) => Promise<number>;
}

/** An entry with who did it and when. */
export interface TestEntry extends AuditEntry {
  actorType: string;
  actorId: string;
  at: Date;
}

/** Writes to the chains of this database as the process does. */
export function testAudit(database: TestDatabase): TestAudit {
  const writer = new SystemDatabase({
    connectionString: database.urlOf("auth_audit"),
    poolSize: 4,
    applicationName: "auth_audit_test",
  });
  after(() => writer.close());
  const arrive = async (teamId: string, events: readonly DeliveredEvent[]) =>
    (await writeEntries(writer, teamId, events)).length;
  return {
    arrive,
    append: async (teamId, entries) => {
      const events = entries.map((entry) => auditEvent(teamId, entry));
      await arrive(teamId, events);
      return events.map(({ id }) => id);
    },
  };
}

/** Builds an entry as the broker delivers it. */
export function auditEvent(teamId: string, entry: Partial<TestEntry>): DeliveredEvent {
  const { actorType = "service", actorId = randomUUID(), at = new Date(), ...rest } = entry;
  const actor = { teamId, actorType, actorId, tokenId: randomUUID(), requestId: randomUUID() };
  const minted = {
    action: "mint",
    resource: "tokens",
    resourceId: randomUUID(),
    outcome: "success",
  } as const;
  const [, id, type, payload] = auditStatement(actor, { ...minted, ...rest }, at).values as string[];
  return { teamId, id: id ?? "", type: type ?? "", payload: payload ?? "", traceparent: undefined };
}
