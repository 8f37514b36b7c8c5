import type { SecretBox } from "@jst/config";
import type { SystemDatabase } from "@jst/db";
import { ownerOf } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import { ownerOfUrl } from "../messages/unsubscribing.ts";

const PART_MAX = 500;

/** A column of sealed secrets. Its rows are told apart by team and name. */
interface Place {
  table: string;
  name: string;
  column: string;
  ownerOf: (teamId: string, name: string) => string;
}

/** In the order in which they are sealed anew. */
const places: readonly Place[] = [
  { table: "settings", name: "key", column: "sealed", ownerOf },
  { table: "queue", name: "message_id", column: "unsubscribe_url", ownerOf: ownerOfUrl },
];

/** A secret as it is stored. */
interface Sealed extends Record<string, unknown> {
  team_id: string;
  name: string;
  /** In base64. */
  secret: string;
}

/** One part; jst asks for one after the other. It may be repeated: what the current key has sealed stays as it is. */
export const resealSecrets: InternalHandler<"ResealSecrets"> = async ({ after = "" }, { deps }) => {
  const { secrets, worker } = deps;
  const [table = places[0]?.table ?? "", team, ...name] = after === "" ? [] : after.split("/");
  const at = places.findIndex((one) => one.table === table);
  const place = places[at];
  if (place === undefined) return { body: { resealed: 0, unreadable: [], key: secrets.current, next: null } };
  const part = await findPart(worker, place, team, name.join("/"));
  const unreadable: string[] = [];
  let resealed = 0;
  for (const row of part) {
    const anew = sealedAnew(row, place, secrets);
    if (anew === "unreadable") unreadable.push(`${row.team_id}/${row.name}`);
    else if (anew !== "current" && (await store(worker, place, row, anew.secret))) resealed += 1;
  }
  const last = part.length < PART_MAX ? undefined : part.at(-1);
  const following = places[at + 1]?.table ?? null;
  const next = last === undefined ? following : `${place.table}/${last.team_id}/${last.name}`;
  return { body: { resealed, unreadable, key: secrets.current, next } };
};

function sealedAnew(
  row: Sealed,
  { ownerOf: owner }: Place,
  box: SecretBox,
): { secret: string } | "current" | "unreadable" {
  const bytes = Buffer.from(row.secret, "base64");
  if (box.isCurrent(bytes)) return "current";
  const whose = owner(row.team_id, row.name);
  try {
    return { secret: box.seal(box.open(bytes, whose), whose).toString("base64") };
  } catch {
    return "unreadable";
  }
}

function findPart(
  worker: SystemDatabase,
  { table, name, column }: Place,
  afterTeam: string | undefined,
  afterName: string,
): Promise<Sealed[]> {
  return worker.query<Sealed>({
    name: `comms.${table}.sealed`,
    text: `select t.team_id, t.${name}::text as name, encode(t.${column}, 'base64') as secret
      from comms.${table} t
      where t.${column} is not null
        and ($1::uuid is null or t.team_id > $1 or (t.team_id = $1 and t.${name}::text collate "C" > $2))
      order by t.team_id, t.${name}::text collate "C" limit ${PART_MAX}`,
    values: [afterTeam ?? null, afterName],
  });
}

/** Unless it was set anew meanwhile, or is gone. */
async function store(
  worker: SystemDatabase,
  { table, name, column }: Place,
  { team_id: teamId, name: its, secret }: Sealed,
  anew: string,
): Promise<boolean> {
  const stored = await worker.query({
    name: `comms.${table}.reseal`,
    text: `update comms.${table} t set ${column} = decode($4, 'base64')
      where t.team_id = $1 and t.${name}::text = $2 and t.${column} = decode($3, 'base64') returning t.team_id`,
    values: [teamId, its, secret, anew],
  });
  return stored.length > 0;
}
