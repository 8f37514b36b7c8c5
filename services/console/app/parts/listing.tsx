import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Download, type FileOf } from "./download.tsx";
import { Failure } from "./failure.tsx";
import { Turns } from "./turns.tsx";
import { Waiting } from "./waiting.tsx";

const ITEMS_OF_A_PAGE = 50;

/** A page of a list, as every list answers it. */
interface Page {
  readonly next_cursor?: string | null;
}

/** Where a page begins and how long it is: spread into the query. */
export interface At {
  limit: number;
  cursor?: string;
}

/** A list of the API. */
export interface List<P extends Page, T> {
  queryKey: readonly unknown[];
  read: (at: At) => Promise<P>;
  items: (page: P) => readonly T[];
  /** Shown if the list is empty: what to do. */
  none: ReactNode;
  /** The list as a file, where people download it. */
  file?: FileOf;
  /** How often it is read again while it is looked at. */
  everyMs?: number;
  children: (items: readonly T[]) => ReactNode;
}

/** Shows a list page by page: what is there, that it is read, that nothing is there, or why it cannot be read. */
export function Listing<P extends Page, T>(list: List<P, T>) {
  const { queryKey, read, items, none, file, everyMs, children } = list;
  const [pages, setPages] = useState<readonly string[]>([""]);
  const cursor = pages.at(-1) ?? "";
  const { data, error } = useQuery({
    queryKey: [...queryKey, { cursor }],
    queryFn: () => read({ limit: ITEMS_OF_A_PAGE, ...(cursor === "" ? {} : { cursor }) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  const shown = data === undefined ? undefined : items(data);
  return (
    <>
      {error !== null && <Failure error={error} />}
      {shown === undefined && error === null && <Waiting />}
      {shown?.length === 0 && <div className="empty">{none}</div>}
      {shown !== undefined && shown.length > 0 && children(shown)}
      <Turns pages={pages} next={data?.next_cursor} onTurn={setPages}>
        {file !== undefined && shown !== undefined && shown.length > 0 && <Download {...file} />}
      </Turns>
    </>
  );
}
