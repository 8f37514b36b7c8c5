import assert from "node:assert/strict";
import type { Caller } from "@jst/caller";
import { testCaller, until, type TestDoor, type TestReply } from "@jst/testing";
import { readFileSync } from "node:fs";
import type { Contact } from "../../gen/rpc.ts";
import { testCrm } from "./test-crm.ts";

/** An import of contacts as replies show it. */
export interface ShownImport {
  id: string;
  status: string;
  preset: string | null;
  changeset_id: string | null;
  counts: Record<string, number>;
  error: { code: string; detail: string; errors?: { field: string; code: string }[] } | null;
  parts: {
    columns: { index: number; header: string; to: { field?: string } | null }[];
    match: { by: string } | null;
  }[];
}

/** A row of an import as replies show it. */
export interface ShownRow {
  row: number;
  verdict: string;
  state: string;
  record_id: string | null;
  data: Record<string, unknown>;
  errors: { field: string; header: string | null; code: string }[];
  warnings: { field: string; code: string }[];
}

const WORKING = ["analysing", "checking", "running"];

/** Reads a file of another program. */
export const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../libs/importing/fixtures/${name}`, import.meta.url), "utf8");

/** Maps the columns of the first part, in their order, to fields of contacts. */
export const toFields = (fields: readonly (string | null)[], match: object | null = null) => [
  {
    ...{ index: 0, target: { kind: "contacts" }, match },
    columns: fields.map((field, index) => ({ index, to: field === null ? null : { field } })),
  },
];

/** The contacts of a team, made and listed through the door. */
function contactsOf(door: TestDoor, caller: Caller) {
  return {
    contact: async (body: object): Promise<Contact> => {
      const made = await door.call("CreateContact", { caller, body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body as Contact;
    },
    /** Every contact, in the order of their creation. */
    contacts: async (query = "archived=false"): Promise<Contact[]> => {
      const listed = { caller, query: `sort=created_at:asc,id:asc&limit=500&${query}` };
      return ((await door.call("ListContacts", listed)).body as { contacts: Contact[] }).contacts;
    },
  };
}

/** The service with its work on imports, and each rpc of an import in short. Call it at the top of a test file. */
export async function testImports() {
  const crm = await testCrm({ hasImports: true });
  const { door } = crm;
  const ofTeam = (caller: Caller = testCaller()) => {
    const at = (id: string) => ({ caller, path: { contact_import_id: id } });
    const create = (body: object): Promise<TestReply> => door.call("CreateContactImport", { caller, body });
    const check = (id: string): Promise<TestReply> => door.call("CheckContactImport", at(id));
    const run = (id: string, body: object = {}): Promise<TestReply> =>
      door.call("RunContactImport", { ...at(id), body });
    const get = (id: string): Promise<TestReply> => door.call("GetContactImport", at(id));
    const cancel = (id: string): Promise<TestReply> => door.call("CancelContactImport", at(id));
    const settled = (id: string): Promise<ShownImport> =>
      until("no job works on the import", 60_000, async () => {
        const found = (await get(id)).body as ShownImport;
        return WORKING.includes(found.status) ? undefined : found;
      });
    const checked = async (body: object): Promise<ShownImport> => {
      const made = await create(body);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { id } = made.body as ShownImport;
      await check(id);
      return settled(id);
    };
    const rows = async (id: string, query = "limit=500"): Promise<ShownRow[]> =>
      ((await door.call("ListContactImportRows", { ...at(id), query })).body as { rows: ShownRow[] }).rows;
    /** Checks and runs an import. */
    const imported = async (body: object): Promise<ShownImport> => {
      const { id, status, error } = await checked(body);
      assert.equal(status, "ready", JSON.stringify(error));
      const reply = await run(id, { rejected: "leave" });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return settled(id);
    };
    return {
      caller,
      create,
      check,
      run,
      cancel,
      get,
      settled,
      checked,
      rows,
      imported,
      ...contactsOf(door, caller),
    };
  };
  return { ...crm, ofTeam };
}

/** Verdict and faults of each row, as `field code`. */
export const faultsOf = (rows: readonly ShownRow[]): string[][] =>
  rows.map(({ verdict, errors }) => [verdict, ...errors.map(({ field, code }) => `${field} ${code}`)]);
