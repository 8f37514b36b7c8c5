import type { BenchFacts } from "../facts.ts";
import { listFilter, listStatus, newCells } from "./orders.ts";
import { type FaultOf, lacks, ofFloor, ofPeer, pageFault, throughGateway } from "./requests.ts";
import { besideChain, cycle, floor, ours, peer, type Contestant, type Scenario } from "./scenario.ts";

type Cells = Record<string, unknown>;

/** Ours asked for one row after the other. */
const rowOfOurs: Contestant = {
  name: ours,
  door: "gateway",
  exchanges: (facts) => {
    const ask = throughGateway(facts);
    const path = rowsPath(facts);
    return ofEachRow(facts, (id) => ask(`${path}/${id}`, undefined, { status: 200, faultOf: hasId(id) }));
  },
};

/** One row by its id. */
export const oneRow: Scenario = {
  name: "row",
  title: "one row by id",
  hasTail: true,
  target: { against: peer, atLeast: 1 },
  cpuTarget: { group: "auth", atMostUs: 120 },
  contestants: [
    rowOfOurs,
    besideChain(rowOfOurs),
    {
      name: floor,
      door: "floor",
      exchanges: (facts) =>
        ofEachRow(facts, (id) => ofFloor(`/rows/${id}`, undefined, { status: 200, faultOf: hasId(id) })),
    },
    {
      name: peer,
      door: "peer",
      exchanges: (facts) => {
        const ask = ofPeer(facts);
        return ofEachRow(facts, (id) => ask("row", { id }, lacks(`"rowId":"${id}"`)));
      },
    },
  ],
};

/** A page of a filtered list in the order of an index both sides have. */
export const list: Scenario = {
  name: "list",
  title: "50 of 100,000, filtered by a column, newest first",
  hasTail: true,
  target: { against: peer, atLeast: 1.5 },
  contestants: [
    listOfOurs(""),
    besideChain(listOfOurs("")),
    {
      name: floor,
      door: "floor",
      exchanges: () => {
        const faultOf = pageFault(rowsOfOurs, isListed);
        return () => ofFloor("/rows", undefined, { status: 200, faultOf });
      },
    },
    listOfPeer("list"),
  ],
};

/** The same sorted by a column that has no index on either side: what a scan costs. */
export const listByColumn: Scenario = {
  name: "scan",
  title: "50 of 100,000, filtered and sorted by columns without an index",
  hasTail: false,
  contestants: [listOfOurs("&sort=amount:desc"), listOfPeer("listByColumn")],
};

/** Ours given one new row after the other. */
const insertOfOurs: Contestant = {
  name: ours,
  door: "gateway",
  exchanges: (facts) => {
    const ask = throughGateway(facts);
    const path = rowsPath(facts);
    return ofNewRows((data, faultOf) => ask(path, JSON.stringify({ data }), { status: 201, faultOf }));
  },
};

/** One more row; ours and the floor's leave an undo record. */
export const insert: Scenario = {
  name: "insert",
  title: "insert of a row (with its undo record, but for the peer's without)",
  hasTail: true,
  target: { against: peer, atLeast: 0.8 },
  contestants: [
    insertOfOurs,
    besideChain(insertOfOurs),
    {
      name: floor,
      door: "floor",
      exchanges: () =>
        ofNewRows((data, faultOf) => ofFloor("/rows", JSON.stringify({ data }), { status: 201, faultOf })),
    },
    insertOfPeer(peer, "insert", "order"),
    insertOfPeer(`${peer} + undo`, "insertRecorded", "recordedOrder"),
  ],
};

function rowsPath({ tableId }: BenchFacts): string {
  return `/api/v1/data/tables/${tableId}/rows`;
}

/** Asks for the sampled rows in turn. */
function ofEachRow<T>({ rowIds }: BenchFacts, make: (id: string) => T): () => T {
  const next = cycle(rowIds);
  return () => make(next());
}

function hasId(id: string): FaultOf {
  return lacks(`"id":"${id}"`);
}

/** Sends new cells each time; the reply has to name their note. */
function ofNewRows<T>(make: (cells: Cells, faultOf: FaultOf) => T): () => T {
  return () => {
    const cells = newCells();
    return make(cells, lacks(cells.note));
  };
}

/** True for a row that the list asks for. */
export function isListed(cells: Cells): boolean {
  return cells["status"] === listStatus;
}

function rowsOfOurs(reply: unknown): Cells[] | undefined {
  return (reply as { rows?: { data: Cells }[] }).rows?.map(({ data }) => data);
}

/** Ours asked for the list, in its own order or in that of a column. */
function listOfOurs(sort: string): Contestant {
  return {
    name: ours,
    door: "gateway",
    exchanges: (facts) => {
      const ask = throughGateway(facts);
      const path = `${rowsPath(facts)}?filter=${encodeURIComponent(listFilter)}${sort}&limit=50`;
      const faultOf = pageFault(rowsOfOurs, isListed);
      return () => ask(path, undefined, { status: 200, faultOf });
    },
  };
}

function listOfPeer(operation: "list" | "listByColumn"): Contestant {
  const rowsOf = (reply: unknown): Cells[] | undefined =>
    (reply as { data?: { allOrders?: { nodes: Cells[] } } }).data?.allOrders?.nodes;
  return {
    name: peer,
    door: "peer",
    exchanges: (facts) => {
      const ask = ofPeer(facts);
      const faultOf = pageFault(rowsOf, isListed);
      return () => ask(operation, { status: listStatus, first: 50 }, faultOf);
    },
  };
}

function insertOfPeer(name: string, operation: "insert" | "insertRecorded", type: string): Contestant {
  return {
    name,
    door: "peer",
    exchanges: (facts) => {
      const ask = ofPeer(facts);
      return ofNewRows(({ ordered_on, ...cells }, faultOf) => {
        const lacksNote = faultOf;
        return ask(operation, { order: { ...cells, orderedOn: ordered_on } }, (text) =>
          text.includes(`"${type}":{`) ? lacksNote(text) : "The mutation failed:",
        );
      });
    },
  };
}
