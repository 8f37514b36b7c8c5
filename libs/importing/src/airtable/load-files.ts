import { setTimeout as passed } from "node:timers/promises";
import { asAppError } from "@jst/errors";
import { NameUnknown, UrlRefused } from "@jst/jobs/outbound";
import type { CellFile } from "@jst/tabular/read";
import type { CellFault, RowFault, StoredImport } from "../import.ts";
import { saveImport } from "../import-queries.ts";
import { requireRun } from "../may-run.ts";
import { changesetOf, joinSet, openPage, type OpenPage } from "../pages.ts";
import { withHeader } from "../read-rows.ts";
import type { WaitingRow } from "../row-queries.ts";
import { actingCaller, fenced, hopOfWork, Superseded, workContext, type Attempt } from "../work.ts";
import type { Airtable } from "./airtable.ts";
import { member } from "./base.ts";
import {
  findAttachments,
  findBase,
  insertAttachment,
  type LoadedAttachment,
  type StoredBase,
} from "./base-queries.ts";
import { filesIn } from "./cells.ts";
import { AirtableAway } from "./faults.ts";

/** Rows of a page with the ids of their files, and warnings about those that could not be loaded. */
interface LoadedRows {
  rows: WaitingRow[];
  warned: { row: number; warnings: RowFault[] }[];
}

/**
 * Loads the attachments of a page of rows as files of the team, each once by its id (imports.airtable-files). Answers
 * undefined if the rows have none.
 */
export async function loadFiles<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  { part, rows }: OpenPage & { rows: readonly WaitingRow[] },
): Promise<LoadedRows | undefined> {
  const { airtable } = attempt;
  const files = rows.flatMap(({ data }) => Object.values(data).flatMap((value) => filesIn(value) ?? []));
  if (files.length === 0 || airtable === undefined) return undefined;
  const loader = new FileLoader(attempt, stored, { airtable, part: part.index });
  const loaded = await loader.load(files);
  const warned: LoadedRows["warned"] = [];
  const written = rows.map((row): WaitingRow => {
    const { data, warnings } = withIds(row.data, loaded);
    warned.push({
      row: row.row,
      warnings: warnings.map((fault) => ({ ...withHeader(fault, part), value: fault.value })),
    });
    return { ...row, data };
  });
  return { rows: written, warned };
}

type LoadedById = ReadonlyMap<string, Pick<LoadedAttachment, "file_id" | "fault">>;

/** Replaces files by the ids that they have in the team. */
function withIds(sent: Record<string, unknown>, loaded: LoadedById) {
  const data: Record<string, unknown> = {};
  const warnings: (CellFault & { field: string; value: string })[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const files = filesIn(value);
    if (files === undefined) {
      data[name] = value;
      continue;
    }
    const ids = new Set(files.flatMap(({ id }) => loaded.get(id)?.file_id ?? []));
    if (ids.size > 0) data[name] = Array.isArray(value) ? [...ids] : [...ids][0];
    for (const { id, name: file } of files) {
      const fault = loaded.get(id)?.fault;
      if (fault) warnings.push({ ...fault, field: `data.${name}`, value: file });
    }
  }
  return { data, warnings };
}

/** Downloads of one file that are tried. */
const TRIES = 3;
const EXPIRED: readonly number[] = [401, 403, 404, 410];

/** Loader of the attachments of one page. */
class FileLoader<Deps> {
  readonly #attempt: Attempt<Deps>;
  readonly #stored: StoredImport;
  readonly #airtable: Airtable;
  readonly #part: number;

  constructor(
    attempt: Attempt<Deps>,
    stored: StoredImport,
    { airtable, part }: { airtable: Airtable; part: number },
  ) {
    this.#attempt = attempt;
    this.#stored = stored;
    this.#airtable = airtable;
    this.#part = part;
  }

  async load(files: readonly CellFile[]): Promise<LoadedById> {
    const { database, teamId, stopped } = this.#attempt;
    const byId = new Map(files.map((file) => [file.id, file]));
    const find = findAttachments(teamId, this.#stored.id, [...byId.keys()]);
    const known = await database.read<LoadedAttachment>(workContext(teamId), find);
    for (const { attachment_id: id } of known) byId.delete(id);
    if (byId.size > 0) await this.#requireRun();
    for (const file of byId.values()) {
      if (stopped.aborted) throw new Superseded();
      const fault = await this.#loadOne(file).catch((thrown: unknown) => {
        if (stopped.aborted) throw new Superseded();
        throw thrown;
      });
      if (fault !== undefined) await this.#note(file, fault);
    }
    const loaded = byId.size === 0 ? known : await database.read<LoadedAttachment>(workContext(teamId), find);
    return new Map(loaded.map((one) => [one.attachment_id, one]));
  }

  async #requireRun(): Promise<void> {
    const { acting, parts } = this.#stored;
    const caller = await actingCaller(this.#attempt, acting);
    await requireRun(this.#attempt, caller, {
      isApproved: acting?.proposal !== undefined,
      parts,
      hop: hopOfWork(),
      hasFiles: true,
    });
  }

  /** Downloads and stores a file; answers why it cannot be loaded. */
  async #loadOne(file: CellFile): Promise<CellFault | undefined> {
    let { url } = file;
    let isNewer = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#download({ ...file, url });
      if (outcome === "stored") return undefined;
      if (outcome !== "expired" && outcome !== "away") return outcome;
      if (outcome === "expired" && !isNewer) {
        const newer = await this.#newerUrl(file);
        if (newer === undefined) return ABSENT;
        [url, isNewer] = [newer, true];
      } else if (tries >= TRIES) return outcome === "expired" ? ABSENT : AWAY;
      else await passed(this.#airtable.waits.failed, undefined, { signal: this.#attempt.stopped });
    }
  }

  async #download({ id, name, url }: CellFile): Promise<"stored" | "expired" | "away" | CellFault> {
    let bytes: Download | undefined;
    try {
      const { status, body } = await this.#airtable.file(url, this.#attempt.stopped);
      bytes = new Download(body);
      if (status !== 200) {
        body.destroy();
        return EXPIRED.includes(status) ? "expired" : "away";
      }
      await this.#store(id, { name, bytes: bytes.chunks() });
      return "stored";
    } catch (thrown) {
      if (this.#attempt.stopped.aborted) throw new Superseded();
      if (thrown instanceof NameUnknown || bytes === undefined || bytes.hasFailed) {
        if (thrown instanceof UrlRefused && !(thrown instanceof NameUnknown))
          return { code: "url_not_public", message: thrown.message };
        return "away";
      }
      const { code, message } = asAppError(thrown);
      if (LEFT_OUT.includes(code)) return { code, message };
      throw thrown;
    }
  }

  async #store(attachment_id: string, file: { name: string; bytes: AsyncIterable<Buffer> }): Promise<void> {
    const { teamId } = this.#attempt;
    const { target } = await openPage(this.#attempt, this.#stored, this.#part);
    if (target.storeFile === undefined) throw new Error("a target of files stores them");
    await target.storeFile(file, async (tx, file_id) => {
      const current = await fenced(tx, this.#attempt, this.#stored);
      joinSet(tx, current, 0);
      await tx.query(insertAttachment(teamId, current.id, { attachment_id, file_id, fault: null }));
      await tx.query(saveImport(teamId, current.id, changesetOf(tx, current)));
    });
  }

  async #note({ id }: CellFile, fault: CellFault): Promise<void> {
    const { database, teamId } = this.#attempt;
    await database.write(workContext(teamId), async (tx) => {
      await fenced(tx, this.#attempt, this.#stored);
      const loaded = { attachment_id: id, file_id: null, fault };
      await tx.query(insertAttachment(teamId, this.#stored.id, loaded));
    });
  }

  /** Reads the address of an attachment again; undefined if it is gone, or if the token is. */
  async #newerUrl({ id, place }: CellFile): Promise<string | undefined> {
    const { database, teamId, stopped } = this.#attempt;
    const [base] = await database.read<StoredBase>(workContext(teamId), findBase(teamId, this.#stored.id));
    if (base?.token === undefined || base.token === null) return undefined;
    const reader = this.#airtable.reader(base.token, { teamId, baseId: base.base_id }, stopped);
    const [table = "", record = "", field = ""] = place.split("/");
    try {
      const value = (await reader.record(table, record))[field];
      const found = (Array.isArray(value) ? (value as unknown[]) : []).find(
        (one) => member(one, "id") === id,
      );
      const url = member(found, "url");
      return typeof url === "string" ? url : undefined;
    } catch (thrown) {
      if (thrown instanceof AirtableAway || asAppError(thrown).status === 422) return undefined;
      throw thrown;
    }
  }
}

/** Codes of files that are left out of their rows. */
const LEFT_OUT: readonly string[] = ["file_too_large", "limit_reached"];
const ABSENT = { code: "not_found", message: "The file is no longer at its address. Import the base again." };
const AWAY = {
  code: "unavailable",
  message: "The file could not be downloaded. Import the base again later.",
};

/** Bytes of a download, which remember whether the download or its reader has failed. */
class Download {
  readonly #body: AsyncIterable<Buffer>;
  hasFailed = false;

  constructor(body: AsyncIterable<Buffer>) {
    this.#body = body;
  }

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    const body = this.#body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await body.next().catch((thrown: unknown) => {
          this.hasFailed = true;
          throw thrown;
        });
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await body.return?.();
    }
  }
}
