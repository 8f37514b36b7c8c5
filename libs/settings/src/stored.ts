import type { SecretBox } from "@jst/config";
import type { Row, Statement } from "@jst/db";

/** A setting as it is stored. */
interface StoredSetting extends Row {
  key: string;
  value: string | null;
  /** In base64. */
  sealed: string | null;
}

/** All settings of a team in the schema of a service. */
export function findSettings(schema: string, teamId: string): Statement {
  return {
    name: `${schema}.settings.find`,
    text: `select s.key, s.value, encode(s.sealed, 'base64') as sealed from ${schema}.settings s
      where s.team_id = $1 order by s.key`,
    values: [teamId],
  };
}

/** Returns the settings by their keys, with secrets opened. Throws for a secret whose key is no longer listed. */
export function opened(rows: readonly Row[], teamId: string, box: SecretBox): Map<string, string> {
  return new Map(
    (rows as StoredSetting[]).map(({ key, value, sealed }) => [
      key,
      value ?? box.open(Buffer.from(sealed ?? "", "base64"), ownerOf(teamId, key)),
    ]),
  );
}

/** Names the owner of a secret: a sealed secret is useless in another team's row, or under another key. */
export function ownerOf(teamId: string, key: string): string {
  return `${teamId}/${key}`;
}
