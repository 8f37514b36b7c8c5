import type { SecretBox } from "@jst/config";
import type { Row, Statement } from "@jst/db";

const PART_MAX = 500;

/** A column of sealed secrets. Its rows are told apart by team and name. */
export interface SealedPlace {
  table: string;
  name: string;
  column: string;
  ownerOf: (teamId: string, name: string) => string;
}

/** Result of one part of all secrets, and the start of the next; null if nothing is left. */
export interface ResealedPart {
  resealed: number;
  /** Secrets sealed under a key that is not listed, as team and name. */
  unreadable: string[];
  key: string;
  next: string | null;
}

/** Where the secrets of a service are. */
export interface SealedPlaces {
  schema: string;
  /** Places in the order in which they are sealed again. */
  places: readonly SealedPlace[];
  /** Sees the rows of all teams. */
  database: { query<R extends Row = Row>(statement: Statement): Promise<R[]> };
  secrets: SecretBox;
}

/** A secret as it is stored. */
interface Sealed extends Row {
  team_id: string;
  name: string;
  /** In base64. */
  secret: string;
}

/**
 * Seals one part of a service's secrets under the current key; the one after it begins at `next`. It may be repeated:
 * what the current key has sealed stays as it is.
 */
export async function resealPart(where: SealedPlaces, after = ""): Promise<ResealedPart> {
  const { places, secrets } = where;
  const [table = places[0]?.table ?? "", team, ...name] = after === "" ? [] : after.split("/");
  const at = places.findIndex((one) => one.table === table);
  const place = places[at];
  if (place === undefined) return { resealed: 0, unreadable: [], key: secrets.current, next: null };
  const part = await findPart(where, place, team, name.join("/"));
  const unreadable: string[] = [];
  let resealed = 0;
  for (const row of part) {
    const anew = sealedAnew(row, place, secrets);
    if (anew === "unreadable") unreadable.push(`${row.team_id}/${row.name}`);
    else if (anew !== "current" && (await store(where, place, row, anew.secret))) resealed += 1;
  }
  const last = part.length < PART_MAX ? undefined : part.at(-1);
  const following = places[at + 1]?.table ?? null;
  const next = last === undefined ? following : `${place.table}/${last.team_id}/${last.name}`;
  return { resealed, unreadable, key: secrets.current, next };
}

function sealedAnew(
  row: Sealed,
  { ownerOf: owner }: SealedPlace,
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
  { schema, database }: SealedPlaces,
  { table, name, column }: SealedPlace,
  afterTeam: string | undefined,
  afterName: string,
): Promise<Sealed[]> {
  return database.query<Sealed>({
    name: `${schema}.${table}.sealed`,
    text: `select t.team_id, t.${name}::text as name, encode(t.${column}, 'base64') as secret
      from ${schema}.${table} t
      where t.${column} is not null
        and ($1::uuid is null or t.team_id > $1 or (t.team_id = $1 and t.${name}::text collate "C" > $2))
      order by t.team_id, t.${name}::text collate "C" limit ${PART_MAX}`,
    values: [afterTeam ?? null, afterName],
  });
}

/** Stores the secret unless it was set again meanwhile, or is gone. */
async function store(
  { schema, database }: SealedPlaces,
  { table, name, column }: SealedPlace,
  { team_id: teamId, name: its, secret }: Sealed,
  anew: string,
): Promise<boolean> {
  const stored = await database.query({
    name: `${schema}.${table}.reseal`,
    text: `update ${schema}.${table} t set ${column} = decode($4, 'base64')
      where t.team_id = $1 and t.${name}::text = $2 and t.${column} = decode($3, 'base64') returning t.team_id`,
    values: [teamId, its, secret, anew],
  });
  return stored.length > 0;
}
