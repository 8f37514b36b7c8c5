import { noticeFactOf, type NoticeFact } from "../test-fact.ts";
import { CursorCodec } from "@jst/query";
import { fileURLToPath } from "node:url";
import { testDoor, type TestDoor } from "../test-door.ts";
import { testDatabase, type TestDatabase } from "../test-database.ts";
import { withClient } from "../server.ts";
import { notesResources, notesRpcs } from "./rpcs.ts";

/** Migrations of the notes service. */
export const notesServiceMigrations = fileURLToPath(new URL("../../fixtures/notes-service", import.meta.url));

/** An event of the outbox. */
export interface StoredEvent {
  type: string;
  changeset_id: string;
}

/** Everything a team has in the database, however it came there. */
export interface StoredNotes {
  notes: number;
  events: StoredEvent[];
  /** Operations of the undo records, oldest first. */
  changes: string[];
}

/** A service with one plain resource, for tests of what every service has from the libraries. */
export interface TestNotes {
  database: TestDatabase;
  door: TestDoor;
  /** Looks past the service into its tables. */
  stored: (teamId: string) => Promise<StoredNotes>;
  /** The team's audit entries on their way to auth, oldest first. */
  audit: (teamId: string) => Promise<Record<string, unknown>[]>;
  /** Facts about notices of the team on their way to comms, oldest first. */
  notices: (teamId: string) => Promise<NoticeFact[]>;
  /** Nothing can be put into the outbox while the work runs. */
  breakOutbox: (work: () => Promise<void>) => Promise<void>;
}

/** The notes service behind its real door, on a database of its own. It has the schema and roles of crm. */
export async function testNotes(): Promise<TestNotes> {
  const database = await testDatabase("crm", { migrations: notesServiceMigrations });
  // Loaded here, as other tests of services do without the package that it takes.
  const { notesDescriptor } = await import("./descriptor.ts");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const door = await testDoor({
    name: "crm",
    database,
    rpcs: notesRpcs,
    resources: notesResources,
    descriptor: notesDescriptor,
    deps: () => ({ cursors }),
  });
  const rowsOf = <R extends object>(sql: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(sql, values)).rows);
  return {
    database,
    door,
    stored: async (teamId) => {
      const [found] = await rowsOf<StoredNotes>(
        `select (select count(*)::int from crm.notes where team_id = $1) as notes,
           (select coalesce(json_agg(payload order by seq), '[]') from crm.outbox
            where team_id = $1 and type <> 'audit' and type not like 'notice.%') as events,
           (select coalesce(json_agg(op order by seq), '[]') from crm.changes where team_id = $1) as changes`,
        [teamId],
      );
      return found ?? { notes: 0, events: [], changes: [] };
    },
    audit: async (teamId) => {
      const sql = "select payload from crm.outbox where team_id = $1 and type = 'audit' order by seq";
      return (await rowsOf<{ payload: Record<string, unknown> }>(sql, [teamId])).map(
        ({ payload }) => payload,
      );
    },
    notices: async (teamId) => {
      const sql = `select type, payload::text from crm.outbox
        where team_id = $1 and type like 'notice.%' order by seq`;
      const facts = await rowsOf<{ type: string; payload: string }>(sql, [teamId]);
      return facts.flatMap((fact) => noticeFactOf(fact) ?? []);
    },
    breakOutbox: async (work) => {
      await rowsOf("revoke insert on crm.outbox from crm");
      try {
        await work();
      } finally {
        await rowsOf("grant insert on crm.outbox to crm");
      }
    },
  };
}
