import type { Database, TeamContext } from "@jst/db";
import { newSecret } from "@jst/pages";

/** Signed part of an address, and its expiry. */
export interface SignedAddress {
  address: string;
  expiresAt: string;
}

/** Makes an address of each of the files, in their order (files.address). */
export async function signAddresses(
  database: Database,
  context: TeamContext,
  fileIds: readonly string[],
  { seconds, isSaved }: { seconds: number; isSaved: boolean },
): Promise<SignedAddress[]> {
  const secrets = fileIds.map(newSecret);
  const { result } = await database.write(context, async (tx) => {
    const [row] = await tx.query<{ expires_at: Date }>({
      name: "data.file_addresses.insert",
      text: `insert into data.file_addresses (team_id, hash, file_id, is_saved, expires_at)
        select $1, v.hash, v.file_id, $4, clock_timestamp() + make_interval(secs => $5)
        from unnest($2::bytea[], $3::uuid[]) v (hash, file_id) returning expires_at`,
      values: [context.teamId, secrets.map(({ hash }) => hash), fileIds, isSaved, seconds],
    });
    return row?.expires_at;
  });
  const expiresAt = new Date(result ?? 0).toISOString();
  return secrets.map(({ secret }) => ({ address: secret, expiresAt }));
}
