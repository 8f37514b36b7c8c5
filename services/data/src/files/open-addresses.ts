import { systemContext } from "@jst/db";
import type { Database, SystemDatabase, TeamContext } from "@jst/db";
import { secretHash } from "@jst/pages";
import { isUuid, type Hop, type OpenCall } from "@jst/rpc";
import { findKeptFile, findProposedFile, type KeptFile } from "./kept-file.ts";
import { signAddresses, type SignedAddress } from "./sign-addresses.ts";

/** File that an address leads to. */
export interface Addressed {
  team_id: string;
  file_id: string;
  is_saved: boolean;
  is_expired: boolean;
  /** It is the public_url of the file, rather than an address that was signed. */
  is_public: boolean;
}

/** Asks auth which modules a team has on; undefined for a team that is gone. */
export type ModulesOf = (teamId: string, hop: Hop) => Promise<readonly string[] | undefined>;

/** Dependencies of opening addresses. */
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
  ): Promise<SignedAddress> {
    const [signed] = await signAddresses(this.#parts.database, context, [fileId], { seconds, isSaved });
    if (signed === undefined) throw new Error("one file has one address");
    return signed;
  }

  /** Finds the file of an address; undefined if the address is not valid. */
  async find(address: string): Promise<Addressed | undefined> {
    if (!/^[A-Za-z0-9_-]{43,64}$/.test(address)) return undefined;
    const [found] = await this.#parts.lookup.query<Addressed & Record<string, unknown>>({
      name: "data.file_addresses.find",
      text: `select a.team_id, a.file_id, a.is_saved, a.expires_at <= now() as is_expired, false as is_public
          from data.file_addresses a where a.hash = $1
        union all
        select f.team_id, f.id, false, false, true from data.files f where f.public_secret = $2`,
      values: [secretHash(address), address],
    });
    return found;
  }

  /** The file of a team whose module is on, live or proposed and not decided on; undefined for any other. */
  async open(
    { team_id: teamId, file_id: id }: Addressed,
    call: OpenCall<unknown>,
  ): Promise<KeptFile | undefined> {
    const { requestId, traceparent } = call;
    const hop = { requestId, traceparent, deadline: Date.now() + OPENING_MS };
    const modules = await this.#parts.modulesOf(teamId, hop);
    if (modules?.includes("files") !== true || !isUuid(id)) return undefined;
    const context = systemContext(teamId, { requestId, timeoutMs: OPENING_MS });
    const { database } = this.#parts;
    const [live] = await database.read<KeptFile>(context, findKeptFile(teamId, id));
    return live ?? (await database.read<KeptFile>(context, findProposedFile(teamId, id)))[0];
  }
}

/** Time to find out what an address leads to. */
const OPENING_MS = 10_000;
