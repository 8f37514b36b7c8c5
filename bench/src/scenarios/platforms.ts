import type { BenchFacts, PlatformName } from "../facts.ts";
import { listStatus } from "./orders.ts";
import { exchange, type FaultOf, lacks, pageFault, pageSize, type Ask } from "./requests.ts";
import { insertOfOurs, isListed, listOfOurs, ofEachRow, ofNewRows, rowOfOurs } from "./rows.ts";
import { httpRequest, type Contestant, type Scenario } from "./scenario.ts";

type Rows = Record<string, unknown>[];

/** How one platform is asked for what ours is asked for. */
interface Platform {
  name: PlatformName;
  title: string;
  /** Its record of a write. */
  record: string;
  /** Asks for the list; the index begins with the team. */
  listQuery: (teamId: string) => string;
  rowsOf: (reply: unknown) => Rows | undefined;
  /** The fault of its reply to a new row, which the given fault tells of a reply with the whole row. */
  insertFault: (faultOf: FaultOf) => FaultOf;
}

const directus: Platform = {
  name: "directus",
  title: "Directus",
  record: "activity and revision",
  listQuery: (teamId) => {
    const filter = JSON.stringify({ team_id: { _eq: teamId }, status: { _eq: listStatus } });
    return `filter=${encodeURIComponent(filter)}&sort=-created_at,-id&limit=${pageSize}`;
  },
  rowsOf: (reply) => (reply as { data?: Rows }).data,
  insertFault: (faultOf) => faultOf,
};

const nocodb: Platform = {
  name: "nocodb",
  title: "NocoDB",
  record: "audit",
  listQuery: (teamId) => {
    const where = `(team_id,eq,${teamId})~and(status,eq,${listStatus})`;
    return `where=${encodeURIComponent(where)}&sort=-created_at,-id&limit=${pageSize}`;
  },
  rowsOf: (reply) => (reply as { list?: Rows }).list,
  // It answers nothing else.
  insertFault: () => lacks('{"id":"'),
};

/** Ours beside other platforms, each with its own check of who asks. Only when asked for: their packages are large. */
export const besidePlatforms: readonly Scenario[] = [...besides(directus), ...besides(nocodb)];

function besides(platform: Platform): Scenario[] {
  const { name, title, record, listQuery, rowsOf, insertFault } = platform;
  const row = asks(name, (ask, path, facts) =>
    ofEachRow(facts, (id) =>
      ask(`${path}/${id}`, undefined, { status: 200, faultOf: lacks(`"id":"${id}"`) }),
    ),
  );
  const list = asks(name, (ask, path, { team }) => {
    const faultOf = pageFault(rowsOf, isListed);
    return () => ask(`${path}?${listQuery(team.id)}`, undefined, { status: 200, faultOf });
  });
  const insert = asks(name, (ask, path, { team }) =>
    ofNewRows((cells, faultOf) => {
      const body = JSON.stringify({ team_id: team.id, ...cells });
      return ask(path, body, { status: 200, faultOf: insertFault(faultOf) });
    }),
  );
  return [
    {
      name: `${name}-row`,
      title: `one row by id, beside ${title}`,
      target: { against: name, atLeast: 10 },
      contestants: [rowOfOurs, row],
    },
    {
      name: `${name}-list`,
      title: `50 of 100,000, filtered by a column, newest first, beside ${title}`,
      contestants: [listOfOurs(""), list],
    },
    {
      name: `${name}-insert`,
      title: `insert of a row with its record, beside ${title} (${record})`,
      contestants: [insertOfOurs, insert],
    },
  ].map((scenario) => ({ ...scenario, hasTail: true, needs: name }));
}

function asks(
  name: PlatformName,
  exchanges: (ask: Ask, path: string, facts: BenchFacts) => ReturnType<Contestant["exchanges"]>,
): Contestant {
  return {
    name,
    door: name,
    exchanges: (facts) => {
      const { token = "", rowsPath = "" } = facts.platforms?.[name] ?? {};
      const headers = { authorization: `Bearer ${token}` };
      const ask: Ask = (path, body, expected) => exchange(httpRequest(path, headers, body), expected);
      return exchanges(ask, rowsPath, facts);
    },
  };
}
