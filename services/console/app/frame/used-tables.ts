import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { PATHS } from "../paths.ts";
import { useModules } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";

export type TableName = Pick<Schemas["TableList"]["tables"][number], "id" | "name" | "display_name">;

const SHOWN = 10;
const LISTED = 500;
const FRESH_MS = 60_000;
const PREFIX = "tables.used.";

/** The team's tables by their titles, as far as one answer goes; none if the person may not read them. */
export function useTables(): readonly TableName[] {
  const session = useSession();
  const isOn = useModules()["tables"] === true;
  const { data } = useQuery({
    queryKey: ["tables", "menu"],
    queryFn: () => {
      const query = { limit: LISTED, sort: "display_name:asc" };
      return answered(api.GET("/api/v1/data/tables", { params: { query } }));
    },
    enabled: isOn && mayDo(session, "tables", "read"),
    staleTime: FRESH_MS,
  });
  return data?.tables ?? [];
}

/** The ten tables that were opened last in this browser, by title; others where fewer than ten were. */
export function useUsedTables(): readonly TableName[] {
  const { team } = useSession();
  const tables = useTables();
  const [here] = useLocation();
  const [used, setUsed] = useState<readonly string[]>(() => stored(team.id));
  const opened = tables.find((table) => isOpened(table, here))?.id;
  useEffect(() => {
    if (opened === undefined) return;
    const next = [opened, ...stored(team.id).filter((id) => id !== opened)].slice(0, SHOWN);
    globalThis.localStorage.setItem(PREFIX + team.id, JSON.stringify(next));
    setUsed(next);
  }, [opened, team.id]);
  const first = tables.filter(({ id }) => used.includes(id)).slice(0, SHOWN);
  const others = tables.filter(({ id }) => !used.includes(id)).slice(0, SHOWN - first.length);
  return tables.filter((table) => first.includes(table) || others.includes(table));
}

/** Reports whether an address is the page of a table, by its name or its id. */
export const isOpened = ({ id, name }: TableName, address: string): boolean =>
  [id, name].some((one) => {
    const path = `${PATHS.tables}/${encodeURIComponent(one)}`;
    return address === path || address.startsWith(`${path}/`);
  });

/** Removes the opened tables from the storage of this browser. */
export function forgetUsedTables(): void {
  const { localStorage } = globalThis;
  for (const place of Object.keys(localStorage)) if (place.startsWith(PREFIX)) localStorage.removeItem(place);
}

function stored(teamId: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(globalThis.localStorage.getItem(PREFIX + teamId) ?? "[]");
    return Array.isArray(read) ? read.filter((id) => typeof id === "string").slice(0, SHOWN) : [];
  } catch {
    return [];
  }
}
