import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";
import { Page } from "./page.tsx";
import { Waiting } from "./waiting.tsx";

interface DetailOf<T> {
  /** Type of the object, shown until its name is known. */
  kind: string;
  queryKey: readonly unknown[];
  read: () => Promise<T>;
  title: (thing: T) => string;
  everyMs?: number;
  actions?: (thing: T) => ReactNode;
  children: (thing: T) => ReactNode;
}

/** The page of one thing. */
export function Detail<T>({ kind, queryKey, read, title, everyMs, actions, children }: DetailOf<T>) {
  const { data, error } = useQuery({
    queryKey,
    queryFn: read,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  if (data === undefined)
    return <Page title={kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return (
    <Page title={title(data)} actions={actions?.(data)}>
      {error !== null && <Failure error={error} />}
      {children(data)}
    </Page>
  );
}
