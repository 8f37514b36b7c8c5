import { createHash, randomBytes } from "node:crypto";
import type { Database, SystemDatabase, TeamContext } from "@jst/db";
import { isUuid, type Hop, type OpenCall } from "@jst/rpc";
import { findLiveFile, type LiveFile } from "./file.ts";

/** Whose file an address leads to. */
export interface Addressed {
  team_id: string;
  file_id: string;
  is_saved: boolean;
  is_expired: boolean;
}

/** Asks auth which modules a team has on; undefined for a team that is gone. */
export type ModulesOf = (teamId: string, hop: Hop) => Promise<readonly string[] | undefined>;

/** What opening addresses takes. */
export interface AddressParts {
  database: Database;
  /** Connection of data_lookup. */
  lookup: SystemDatabase;
  modulesOf: ModulesOf;
}

/** Addresses under which the bytes of files are read without a token (files.address). */
export class OpenAddresses {
  readonly #parts: AddressParts;

  constructor(parts: AddressParts) {
    this.#parts = parts;
  }

  /** Makes an address of a file and answers what it ends with, and until when it is good. */
  async sign(
    context: TeamContext,
    fileId: string,
    { seconds, isSaved }: { seconds: number; isSaved: boolean },
  ): Promise<{ address: string; expiresAt: string }> {
    const address = randomBytes(32).toString("base64url");
    const { result } = await this.#parts.database.write(context, async (tx) => {
      const [row] = await tx.query<{ expires_at: Date }>({
        name: "data.file_addresses.insert",
        text: `insert into data.file_addresses (team_id, hash, file_id, is_saved, expires_at)
          values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) returning expires_at`,
        values: [context.teamId, hashOf(address), fileId, isSaved, seconds],
      });
      return row?.expires_at;
    });
    return { address, expiresAt: new Date(result ?? 0).toISOString() };
  }

  /** What an address leads to; undefined where it leads to nothing. */
  async find(address: string): Promise<Addressed | undefined> {
    if (!/^[A-Za-z0-9_-]{43,64}$/.test(address)) return undefined;
    const [found] = await this.#parts.lookup.query<Addressed & Record<string, unknown>>({
      name: "data.file_addresses.find",
      text: `select a.team_id, a.file_id, a.is_saved, a.expires_at <= now() as is_expired
          from data.file_addresses a where a.hash = $1
        union all
        select f.team_id, f.id, false, false from data.files f where f.public_secret = $2`,
      values: [hashOf(address), address],
    });
    return found;
  }

  /** The live file of a team whose module is on; undefined for any other. */
  async open(
    { team_id: teamId, file_id: id }: Addressed,
    call: OpenCall<unknown>,
  ): Promise<LiveFile | undefined> {
    const { requestId, traceparent } = call;
    const hop = { requestId, traceparent, deadline: Date.now() + OPENING_MS };
    const modules = await this.#parts.modulesOf(teamId, hop);
    if (modules?.includes("files") !== true || !isUuid(id)) return undefined;
    const context = {
      teamId,
      tokenId: "",
      actorType: "system",
      actorId: "",
      requestId,
      timeoutMs: OPENING_MS,
    };
    const [file] = await this.#parts.database.read<LiveFile>(context, findLiveFile(teamId, id));
    return file;
  }
}

/** Time to find out what an address leads to. */
const OPENING_MS = 10_000;

function hashOf(address: string): Buffer {
  return createHash("sha256").update(address).digest();
}
