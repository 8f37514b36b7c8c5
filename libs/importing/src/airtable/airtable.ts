import type { SecretBox } from "@jst/config";
import {
  Connections,
  get,
  NameUnknown,
  open,
  type OpenAnswer,
  UrlRefused,
  type PostAnswer,
  type UrlGuard,
} from "@jst/jobs/outbound";
import { setTimeout as passed } from "node:timers/promises";
import { basePage, baseTables, isObject, member, type BasePage, type BaseTable } from "./base.ts";
import { AirtableAway, baseRefused, PlaceExpired } from "./faults.ts";

/** Settings of the API of Airtable. */
export interface AirtableOptions {
  /** Address of the API. */
  url: string;
  guard: UrlGuard;
  /** Seals the tokens. */
  secrets: SecretBox;
  waits?: Partial<AirtableWaits>;
}

/** Milliseconds between two requests, and before a request is repeated that failed, or that was one too many. */
interface AirtableWaits {
  request: number;
  failed: number;
  tooMany: number;
}

/** Four requests a second; Airtable allows five for a base, and refuses all for 30 s after one more. */
const WAITS: AirtableWaits = { request: 250, failed: 2_000, tooMany: 30_000 };
const REQUEST_MS = 30_000;
/** Longest time of a download. */
const FILE_MS = 300_000;
const ANSWER_BYTES_MAX = 67_108_864;

/** The API of Airtable behind the guard of addresses. */
export class Airtable {
  readonly #options: AirtableOptions;
  readonly #connections = new Connections();
  readonly waits: AirtableWaits;

  constructor(options: AirtableOptions) {
    this.#options = options;
    this.waits = { ...WAITS, ...options.waits };
  }

  /** Seals a token for one base of a team. */
  seal(token: string, owner: BaseOwner): Buffer {
    return this.#options.secrets.seal(token, nameOf(owner));
  }

  /** Makes the reader of a base. Throws 422 for a token whose key is no longer listed. */
  reader(sealed: Buffer, owner: BaseOwner, signal: AbortSignal): BaseReader {
    let token: string;
    try {
      token = this.#options.secrets.open(sealed, nameOf(owner));
    } catch (cause) {
      throw baseRefused("invalid_token", "The token can no longer be read. Import the base again.", cause);
    }
    return new BaseReader(owner.baseId, (path) => this.#get(path, token, signal), this.waits.request, signal);
  }

  /** Opens the address of an attachment. Throws UrlRefused for one that is not public. */
  async file(url: string, signal: AbortSignal): Promise<OpenAnswer> {
    const { guard } = this.#options;
    const target = await guard.pinSecure(url);
    const ends = AbortSignal.any([signal, AbortSignal.timeout(FILE_MS)]);
    const sent = { recipient: target.host, url, target, headers: {}, timeoutMs: REQUEST_MS, signal: ends };
    return open(sent, guard, this.#connections);
  }

  /** Closes connections at rest. */
  close(): void {
    this.#connections.close();
  }

  async #get(path: string, token: string, signal: AbortSignal): Promise<unknown> {
    const { guard } = this.#options;
    const url = `${this.#options.url.replace(/\/$/, "")}${path}`;
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    let answer: PostAnswer;
    try {
      const target = await guard.pinSecure(url);
      const sent = { recipient: "airtable", url, target, headers, timeoutMs: REQUEST_MS, signal };
      answer = await get({ ...sent, answerBytesMax: ANSWER_BYTES_MAX }, guard, this.#connections);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof UrlRefused && !(cause instanceof NameUnknown))
        throw baseRefused("url_not_public", `The address of Airtable is refused. ${cause.message}`, cause);
      throw new AirtableAway("Airtable cannot be reached.", this.waits.failed, cause);
    }
    if (answer.status === 200) return parsed(answer.body);
    throw this.#refusalOf(answer);
  }

  #refusalOf({ status, body }: PostAnswer): Error {
    if (status === 429) return new AirtableAway("Airtable has too many requests.", this.waits.tooMany);
    if (status >= 500) return new AirtableAway(`Airtable answers ${status}.`, this.waits.failed);
    if (status === 401)
      return baseRefused(
        "invalid_token",
        "Airtable refuses the token. Import the base again with another one.",
      );
    if (status === 403 || status === 404)
      return baseRefused(
        "not_found",
        "The token does not see this base. Check the base ID, and that the token has access to the base and the scopes data.records:read and schema.bases:read.",
      );
    if (body.includes("LIST_RECORDS_ITERATOR_NOT_AVAILABLE")) return new PlaceExpired();
    return baseRefused(
      "invalid_value",
      `Airtable refused the request with the status ${status}. Check the base ID.`,
    );
  }
}

/** Team and base for which a token is sealed. */
export interface BaseOwner {
  teamId: string;
  baseId: string;
}

const nameOf = ({ teamId, baseId }: BaseOwner): string => `${teamId}/airtable/${baseId}`;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch (cause) {
    throw baseRefused("unreadable", "Airtable answers with something other than JSON.", cause);
  }
}

/** Reader of one base, which asks at most four times a second. */
export class BaseReader {
  readonly #baseId: string;
  readonly #get: (path: string) => Promise<unknown>;
  readonly #gapMs: number;
  readonly #signal: AbortSignal;
  #asked = 0;

  constructor(baseId: string, ask: (path: string) => Promise<unknown>, gapMs: number, signal: AbortSignal) {
    this.#baseId = baseId;
    this.#get = ask;
    this.#gapMs = gapMs;
    this.#signal = signal;
  }

  /** Reads the tables of the base with their fields. */
  async tables(): Promise<BaseTable[]> {
    return baseTables(await this.#ask(`/v0/meta/bases/${this.#baseId}/tables`));
  }

  /** Reads the page of records at a place; the first page without one. Throws PlaceExpired for an old place. */
  async page(tableId: string, place: string | null): Promise<BasePage> {
    const query = new URLSearchParams({ pageSize: "100", returnFieldsByFieldId: "true" });
    query.append("recordMetadata[]", "commentCount");
    if (place !== null) query.set("offset", place);
    return basePage(await this.#ask(`/v0/${this.#baseId}/${tableId}?${query.toString()}`));
  }

  /** Reads the fields of one record as they are now. */
  async record(tableId: string, recordId: string): Promise<Record<string, unknown>> {
    const path = `/v0/${this.#baseId}/${tableId}/${recordId}?returnFieldsByFieldId=true`;
    const fields = member(await this.#ask(path), "fields");
    return isObject(fields) ? fields : {};
  }

  async #ask(path: string): Promise<unknown> {
    const restMs = this.#asked + this.#gapMs - performance.now();
    if (this.#asked > 0 && restMs > 0) await passed(restMs, undefined, { signal: this.#signal });
    this.#asked = performance.now();
    return this.#get(path);
  }
}
