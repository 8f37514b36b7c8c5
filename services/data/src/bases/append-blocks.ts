import { notFound } from "@jst/errors";
import { publish } from "@jst/events";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { requireLiveFiles } from "../files/require-live-files.ts";
import { blockFaults } from "./block-faults.ts";
import { insertBlocks } from "./block-queries.ts";

const append: Handler<"AppendBlocks"> = ({ path, body }, call) => {
  const id = requireId(path.base_id);
  const files = body.blocks.flatMap(({ file_id: file }, index) =>
    file === undefined ? [] : [{ field: `blocks.${index}.file_id`, id: file }],
  );
  return call.write(async (tx) => {
    await requireLiveFiles(tx, files);
    const appended = await insertBlocks(tx, id, body.blocks);
    if (appended === undefined) throw notFound();
    const { version, first, base, blocks } = appended;
    const previous = { block_count: first - 1 };
    publish(tx, { type: "base.appended", id, object: base, previous });
    return {
      body: `{"blocks":[${blocks}],"base_version":${version}}`,
      headers: { location: `${call.baseUrl}/api/v1/bases/${id}/blocks?after=${first - 1}` },
    };
  });
};

/** Appends the blocks to the base, all of them or none, and answers them with their positions. */
export const appendBlocks: Handler<"AppendBlocks"> = Object.assign(append, { faults: blockFaults });
