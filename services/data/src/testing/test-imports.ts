import type { Caller } from "@jst/caller";
import { human, testCaller, until, type TestReply } from "@jst/testing";
import { text } from "node:stream/consumers";
import { storedState } from "./stored-state.ts";
import { testData, type TestData } from "./test-data.ts";

/** An import as replies show it. */
export interface ShownImport {
  id: string;
  status: string;
  version: number;
  changeset_id: string | null;
  ended_at: string | null;
  undone_at: string | null;
  counts: Record<string, number>;
  progress: { done: number; total: number };
  error: { code: string; errors?: { field: string; code: string }[] } | null;
  parts: ShownPart[];
  source: Record<string, unknown>;
}

interface ShownPart {
  index: number;
  rows: number;
  name: string | null;
  target: { table_id?: string } | null;
  losses: { kind: string; column: string; count: number; instead: string }[];
  columns: {
    index: number;
    header: string;
    question: string | null;
    guess: { type: string };
    to: { new?: { name: string; type: string } } | null;
  }[];
}

/** A row of an import as replies show it. */
export interface ShownRow {
  row: number;
  line: number;
  verdict: string;
  state: string;
  record_id: string | null;
  data: Record<string, unknown>;
  errors: ShownFault[];
  warnings: ShownFault[];
}

interface ShownFault {
  field: string;
  header: string | null;
  code: string;
  message: string;
  value: string | null;
}

/** A service token of a new team that has tables, articles and files. */
export function importer(): Caller {
  const caller = testCaller();
  return {
    ...caller,
    team: { ...caller.team, modules: { ...caller.team.modules, tables: true, articles: true, files: true } },
  };
}

/** States in which a job works on an import. */
const WORKING = ["analysing", "checking", "running"];

/** The service with its work on imports, and each rpc of an import in short. Call it at the top of a test file. */
export async function testImports(options: Parameters<typeof testData>[0] = {}) {
  const data = await testData({ hasImports: true, ...options });
  const { door } = data;

  const ofTeam = (caller: Caller = importer()) => {
    const at = (id: string) => ({ caller, path: { import_id: id } });
    const get = (id: string) => door.call("GetImport", at(id));
    return {
      caller,
      create: (body: object): Promise<TestReply> => door.call("CreateImport", { caller, body }),
      get,
      list: (): Promise<TestReply> => door.call("ListImports", { caller }),
      patch: (id: string, body: object): Promise<TestReply> => door.call("UpdateImport", { ...at(id), body }),
      check: (id: string): Promise<TestReply> => door.call("CheckImport", at(id)),
      run: (id: string, body: object = {}): Promise<TestReply> => door.call("RunImport", { ...at(id), body }),
      cancel: (id: string): Promise<TestReply> => door.call("CancelImport", at(id)),
      remove: (id: string): Promise<TestReply> => door.call("DeleteImport", at(id)),
      rows: (id: string, query = "limit=500") =>
        pagesOf<ShownRow>(query, (paged) => door.call("ListImportRows", { ...at(id), query: paged })),
      /** Waits until no job works on the import. */
      settled: (id: string): Promise<ShownImport> =>
        until("no job works on the import", 60_000, async () => {
          const found = (await get(id)).body as ShownImport;
          return WORKING.includes(found.status) ? undefined : found;
        }),
      ...teamActs(data, caller),
    };
  };
  return { ...data, ofTeam };
}

/** Row of a table as a list shows it. */
interface ListedRow {
  id: string;
  data: Record<string, unknown>;
  computed?: Record<string, unknown>;
}

/** Acts of a team beside those on imports. */
function teamActs({ door, database, store }: Pick<TestData, "door" | "database" | "store">, caller: Caller) {
  /** Lists the rows of a table, in the order of their creation. */
  const rowsIn = (table_id: string, more = "") =>
    pagesOf<ListedRow>(`sort=created_at:asc,id:asc&limit=500&${more}`, (query) =>
      door.call("ListRows", { caller, path: { table_id }, query }),
    );
  return {
    rowsIn,
    cells: async (tableId: string) => (await rowsIn(tableId)).map(({ data }) => data),
    /** Stores a file; answers its id. */
    upload: async (bytes: string | Buffer, name: string): Promise<string> => {
      const form = new FormData();
      form.append("file", new Blob([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)]), name);
      const reply = await door.fetch("/api/v1/files", { method: "POST", body: form, caller });
      const { id } = (await reply.json()) as { id: string };
      return id;
    },
    /** Reads the text of a live file of the team; undefined for none. */
    fileText: async (id: string): Promise<string | undefined> => {
      const reply = await door.fetch(`/api/v1/files/${id}?mode=meta`, { caller });
      if (reply.status !== 200) return undefined;
      const body = (await reply.json()) as { size_bytes: number };
      const bytes = await store.read({ teamId: caller.team_id, id }, { start: 0, end: body.size_bytes - 1 });
      return text(bytes);
    },
    /** Takes the rows of an import back, as an admin of the team. */
    undo: ({ changeset_id: id }: ShownImport): Promise<TestReply> =>
      door.call("UndoChangeset", {
        caller: { ...human(caller.team_id, "admin"), team: caller.team },
        path: { changeset_id: id ?? "" },
        body: {},
      }),
    /** Reads the bytes of live rows, columns and tables of the team. */
    state: () => storedState(database, caller.team_id),
  };
}

/** Reads the rows of all pages of a list. */
async function pagesOf<T>(query: string, read: (query: string) => Promise<TestReply>): Promise<T[]> {
  const found: T[] = [];
  for (let cursor = ""; ;) {
    const reply = await read(`${query}${cursor}`);
    const page = reply.body as { rows: T[]; next_cursor: string | null };
    found.push(...page.rows);
    if (page.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Maps the columns of the first part, in their order, to columns of the same table. */
export function toColumns(table_id: string, names: readonly (string | null)[], match?: object) {
  const columns = names.map((name, index) => ({
    index,
    to: name === null ? null : name === "id" ? { field: "id" } : { column: name },
  }));
  return [{ index: 0, target: { kind: "table", table_id }, match: match ?? null, columns }];
}
