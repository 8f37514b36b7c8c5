import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, type Hop } from "@jst/rpc";
import { internal, type DescribedFile, type InternalCalls } from "../../gen/internal.ts";

/** Bytes that one call answers. */
const PART_BYTES = 1_048_576;

/** The files and tables of teams, which data keeps. Every call is unavailable while data does not answer. */
export class TeamData {
  readonly #data: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#data = new InternalClient({ service: "data", address, ...internal, identity, tls });
  }

  /** Stores a row under an id that was drawn for it: once, however often. Rejects with what data refuses. */
  async makeRow(
    teamId: string,
    row: { table_id: string; row_id: string; data: Record<string, unknown> },
    hop: Hop,
  ): Promise<void> {
    await this.#data.call("data.v1.TableDirectory/MakeRow", { team_id: teamId, ...row }, hop);
  }

  /** Describes the live files among these. */
  async describe(teamId: string, ids: readonly string[], hop: Hop): Promise<readonly DescribedFile[]> {
    if (ids.length === 0) return [];
    const question = { team_id: teamId, ids: [...ids] };
    return (await this.#data.call("data.v1.FileDirectory/DescribeFiles", question, hop)).files;
  }

  /** The bytes of a live file. Rejects with not_found where there is none, and for one of another size. */
  async bytesOf(teamId: string, { id, size }: { id: string; size: number }, hop: Hop): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let start = 0; start < size; start += PART_BYTES) {
      const question = { team_id: teamId, id, start, length: PART_BYTES };
      const { content } = await this.#data.call("data.v1.FileDirectory/ReadFile", question, hop);
      parts.push(Buffer.from(content, "base64"));
    }
    const bytes = Buffer.concat(parts);
    if (bytes.length !== size) throw new Error("A file has another size than it had.");
    return bytes;
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#data.close();
  }
}
