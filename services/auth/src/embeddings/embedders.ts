import type { SecretBox } from "@jst/config";
import type { Row } from "@jst/db";
import { ownerOf } from "@jst/settings";
import { createHash } from "node:crypto";
import type { Operator } from "../operator.ts";
import { EMBEDDINGS } from "../teams/embedding-keys.ts";
import { moduleSetting } from "../teams/modules.ts";

/** Endpoint and model that turn a team's texts into vectors. */
export interface Embedder {
  teamId: string;
  /** Stands for the address, the model and the number of dimensions: vectors of two embedders are never compared. */
  name: string;
  url: string;
  model: string;
  /** Absent where the address asks for none. */
  key: string | undefined;
  /** Absent where the model's own number is taken. */
  dimensions: number | undefined;
}

/** Settings of a team, secrets in base64. */
interface TeamSettingsRow extends Row {
  team_id: string;
  set: Readonly<Record<string, unknown>>;
}

/** Finds the embedder of the team, or those of all teams that have enabled it, with the module on. */
export async function findEmbedders(
  { operator, secrets }: { operator: Operator; secrets: SecretBox },
  teamId?: string,
): Promise<Embedder[]> {
  const rows = await operator.query<TeamSettingsRow>({
    name: "embedders.find",
    text: `select t.team_id, (select json_object_agg(s.key, coalesce(to_jsonb(encode(s.sealed, 'base64')), s.value)) from auth.settings s
          where s.team_id = t.team_id and (s.key = $2 or s.key like $2 || '.%')) as set
      from auth.settings o join auth.teams t on t.team_id = o.team_id
      where o.key = $2 and o.value = 'true' and ($1::uuid is null or o.team_id = $1) and t.deleted_at is null
        and not exists (select from auth.settings m where m.team_id = o.team_id and m.key = $3 and m.value = 'false')`,
    values: [teamId ?? null, EMBEDDINGS.isOn, moduleSetting("context")],
  });
  return rows.flatMap((row) => embedderOf(row, secrets) ?? []);
}

function embedderOf({ team_id: teamId, set }: TeamSettingsRow, secrets: SecretBox): Embedder | undefined {
  const [url, model, sealed] = [set[EMBEDDINGS.url], set[EMBEDDINGS.model], set[EMBEDDINGS.key]];
  if (typeof url !== "string" || typeof model !== "string") return undefined;
  const asked = set[EMBEDDINGS.dimensions];
  const dimensions = typeof asked === "number" ? asked : undefined;
  const key =
    typeof sealed === "string"
      ? secrets.open(Buffer.from(sealed, "base64"), ownerOf(teamId, EMBEDDINGS.key))
      : undefined;
  const told = JSON.stringify([url, model, dimensions ?? null]);
  const name = createHash("sha256").update(told).digest("base64url").slice(0, 16);
  return { teamId, name, url, model, key, dimensions };
}
