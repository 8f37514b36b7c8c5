import { answered } from "@jst/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type Schemas } from "../api.ts";
import type { Tint } from "../parts/tints.ts";
import { useWriting, type WriteKey } from "../parts/writing.ts";
import { pathOfImport, ROUTES, useKind, type Kind } from "./kind.ts";
import { merged } from "./mapping.ts";

export type Import = Schemas["DataImport"];
export type Patch = Schemas["ImportPatch"];
type Status = Import["status"];

/** Tint of each state. */
export const TINTS: Readonly<Record<Status, Tint>> = {
  analysing: "blue",
  analysed: "amber",
  checking: "blue",
  ready: "teal",
  running: "blue",
  done: "green",
  failed: "red",
  cancelled: "grey",
};

const WORKING: readonly Status[] = ["analysing", "checking", "running"];

/** Whether the platform works on the import. */
export const isWorking = ({ status }: Pick<Import, "status">): boolean => WORKING.includes(status);

/** Whether a person can change where its columns go. */
export const isOpen = ({ status }: Pick<Import, "status">): boolean =>
  status === "analysed" || status === "ready";

/** How often an import is read on which the platform works, and one that others may change. */
const EVERY_MS = { working: 1_000, idle: 10_000 };

const keyOf = (id: string) => ["import", id] as const;

/** Queries that a write of an import changes. */
export const touchesOf = (id: string) => [keyOf(id), ["imports"], ["import rows", id]];

/** An import with its parts, and how far it has come. */
export function useImport(id: string) {
  const { one } = ROUTES[useKind()];
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => answered(api.GET(one, { params: { path: pathOfImport(id) } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWorking(data) ? EVERY_MS.working : EVERY_MS.idle,
  });
}

/** Changes of the mapping: each is shown at once, and sent in its turn. */
export function useChanging(id: string) {
  const queries = useQueryClient();
  const kind = useKind();
  const pending = useRef(0);
  const end = (stored?: Import) => {
    pending.current -= 1;
    // A reply lacks the changes that were made after it.
    if (pending.current > 0) return;
    if (stored === undefined) void queries.invalidateQueries({ queryKey: keyOf(id) });
    else queries.setQueryData(keyOf(id), stored);
  };
  const changing = useWriting({
    send: (body: Patch, header) => patchImport(kind, id, body, header),
    touches: [["imports"], ["import rows", id]],
    turn: turnOf(id),
    onDone: end,
    onRefused: () => end(),
  });
  const change = (body: Patch) => {
    pending.current += 1;
    void queries.cancelQueries({ queryKey: keyOf(id) });
    queries.setQueryData<Import>(keyOf(id), (shown) => (shown === undefined ? shown : merged(shown, body)));
    changing.mutate(body);
  };
  return { change, changing };
}

/** Writes of one import are sent one after the other. */
export const turnOf = (id: string): string => `import ${id}`;

/** Changes the mapping of an import. */
export const patchImport = (kind: Kind, id: string, body: Patch, header: WriteKey) =>
  answered(api.PATCH(ROUTES[kind].one, { params: { path: pathOfImport(id), header }, body }));

/** The tables into which rows can be imported. */
export const tablesListed = {
  queryKey: ["tables", "targets"],
  queryFn: () => answered(api.GET("/api/v1/data/tables", { params: { query: { limit: 500 } } })),
};
