import { platformContext } from "@jst/rpc";
import type { Row } from "@jst/db";
import type { DescribedFile, InternalHandler } from "../../gen/rpc.ts";

/** Describes live files of the team; another team's file is absent. */
export const describeFiles: InternalHandler<"DescribeFiles"> = async ({ team_id: teamId, ids }, call) => {
  const files = await call.deps.database.read<DescribedFile & Row>(platformContext(teamId, call), {
    name: "data.files.describe",
    text: `select f.id, f.name, f.mime_type, f.size_bytes::float8 as size_bytes, f.checksum_sha256
      from data.files f
      where f.team_id = $1 and f.id = any($2::uuid[]) and f.deleted_at is null`,
    values: [teamId, ids],
  });
  return { body: { files } };
};
