import type { OpenBytes } from "@jst/importing";
import { hopWithin, InternalRefusal, type Hop } from "@jst/rpc";
import { Readable } from "node:stream";
import type { Peers } from "../../gen/internal.ts";

/** Rpcs of data that pin and read files. */
export type FilesPeer = Pick<Peers["data"], "pinFile" | "readFile" | "releaseFiles">;

/** Bytes that one call of data returns. */
const PART_BYTES = 1_048_576;
const READING_MS = 15_000;

const hop = (): Hop => hopWithin(READING_MS, { requestId: "imports" });

/** Makes the functions by which an import pins its file in data, reads it, and releases it (imports.pinned). */
export function filesOf(data: FilesPeer): {
  openBytes: OpenBytes;
  releaseBytes: (teamId: string, importId: string) => Promise<void>;
} {
  return {
    openBytes: async (team_id, { id, size, importId: holder_id }) => {
      try {
        await data.pinFile({ team_id, id, holder_id }, hop());
      } catch (thrown) {
        if (thrown instanceof InternalRefusal && thrown.code === "not_found") return undefined;
        throw thrown;
      }
      return Readable.from(partsOf(data, { team_id, id, holder_id }, size));
    },
    releaseBytes: async (team_id, holder_id) => {
      await data.releaseFiles({ team_id, holder_id }, hop());
    },
  };
}

async function* partsOf(
  data: FilesPeer,
  file: { team_id: string; id: string; holder_id: string },
  size: number,
): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += PART_BYTES) {
    const { content } = await data.readFile({ ...file, start, length: PART_BYTES }, hop());
    yield Buffer.from(content, "base64");
  }
}
