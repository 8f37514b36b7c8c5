import { ProblemError } from "@jst/client";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { tableAt, type Table } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import { ActorName } from "../parts/actor-name.tsx";
import { Details } from "../parts/details.tsx";
import { Failure } from "../parts/failure.tsx";
import { Moment } from "../parts/moment.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { PATHS } from "../paths.ts";
import { IMPORTS, verdictsText } from "../words/imports.ts";
import { Acts } from "./acts.tsx";
import { nameFault } from "./check-failure.tsx";
import { NEW_COLUMNS } from "./column-goal.tsx";
import { CheckedRows } from "./checked-rows.tsx";
import { fieldsOf } from "./goals.ts";
import { isOpen, isWorking, useChanging, useImport, type Import } from "./imports.ts";
import { KindOfImports, PAGES, useKind } from "./kind.ts";
import { Losses } from "./losses.tsx";
import { suggested, withNewColumns, type Part } from "./mapping.ts";
import { PartMapping } from "./part-mapping.tsx";
import { ProposalState, useProposal } from "./proposal.tsx";
import { Nowhere, Result, RunState } from "./result.tsx";
import { SourceFacts } from "./source-facts.tsx";

/** An import from its file to its rows: where columns go, the verdict on each row, the run and its undo. */
export function ImportPage({ id }: { id: string }) {
  const { data, error } = useImport(id);
  if (data === undefined)
    return <Page title={IMPORTS.kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return <Shown of={data} error={error} />;
}

function Shown({ of, error }: { of: Import; error: Error | null }) {
  const { name, parts: stored = [], created_by: by, created_at: at } = of;
  const { change, changing } = useChanging(of.id);
  const { tables, isLoaded } = useTables(stored);
  const proposal = useProposal(of);
  const isEditable = isOpen(of) && !proposal.isWaiting;
  const [isSeen, setSeen] = useState(false);
  const [refusal, setRefusal] = useState<Error | null>(null);
  const goals = ({ target }: Part) => fieldsOf(target) ?? writableIn(tables.get(target?.table_id ?? ""));
  const mapped = (part: Part) =>
    tables.get(part.target?.table_id ?? "")?.columns?.length === 0
      ? withNewColumns(part, NEW_COLUMNS)
      : suggested(part, goals(part));
  const parts = stored.map((part) => (isEditable ? mapped(part) : part));
  return (
    <Page
      title={name}
      actions={<Acts {...{ of, parts, isSeen, proposal }} isReady={isLoaded} onRefused={setRefusal} />}
    >
      {error !== null && <Failure error={error} />}
      <State of={of} />
      <ProposalState {...proposal} />
      <p className="aside">
        <ActorName of={by} />, <Moment at={at} />
      </p>
      <Stopped of={of} />
      {isEditable && <Losses {...{ parts, isSeen }} onSeen={of.status === "ready" ? setSeen : undefined} />}
      {isEditable && parts.length > 1 && <Nowhere parts={parts} />}
      <Result of={of} tables={tables} />
      {(of.status === "ready" || of.checked_at !== null) && !isWorking(of) && of.status !== "analysed" && (
        <CheckedRows of={of} tables={tables} />
      )}
      {of.source.format !== null && <SourceFacts of={of} onChange={change} isEditable={isEditable} />}
      <Outcome of={changing} />
      {isLoaded &&
        parts.map((part, at) => (
          <PartMapping
            key={part.index}
            {...{ part, parts, isEditable }}
            stored={stored[at] ?? part}
            isAlone={parts.length === 1}
            columns={goals(part)}
            nameFault={nameFault(refusal, part)}
            onChange={(patch) => change({ parts: [patch] })}
          />
        ))}
      <Details of={{ id: of.id, changeset_id: of.changeset_id, version: String(of.version) }} />
    </Page>
  );
}

/** The tables to which parts go, by the id or name that a part has; a table that is gone is left out. */
function useTables(parts: readonly Part[]): { tables: ReadonlyMap<string, Table>; isLoaded: boolean } {
  const ids = [...new Set(parts.flatMap(({ target }) => target?.table_id ?? []))];
  const found = useQueries({ queries: ids.map(tableAt) });
  const there = ids.flatMap((id, at) => {
    const { data, error = null } = found[at] ?? {};
    return data === undefined || error !== null ? [] : [[id, data] as const];
  });
  return { tables: new Map(there), isLoaded: found.every(({ isPending }) => !isPending) };
}

const writableIn = (table: Table | undefined) =>
  (table?.columns ?? []).filter((column) => editorOf(column) !== undefined);

/** State of an import in words, and how far the work on it has come. */
function State({ of }: { of: Import }) {
  const { status, counts, progress } = of;
  const isJudged =
    of.checked_at !== null &&
    of.undone_at === null &&
    !["analysing", "analysed", "checking"].includes(status);
  return (
    <div className="import-state" aria-live="polite">
      <p>
        <RunState of={of} /> {isJudged && verdictsText(counts)}
      </p>
      {isWorking(of) && <Progress status={status} {...progress} />}
    </div>
  );
}

interface ProgressOf {
  status: Import["status"];
  done: number;
  total: number;
}

function Progress({ status, done, total }: ProgressOf) {
  const text =
    status === "checking" || status === "running"
      ? IMPORTS.progress[status](done, total)
      : IMPORTS.progress.analysing;
  return (
    <p>
      {text}{" "}
      <progress
        aria-label={text}
        {...(status === "analysing" ? {} : { value: done, max: Math.max(total, 1) })}
      />
    </p>
  );
}

/** States why an import stopped or must be checked again, and what to do. */
function Stopped({ of: { status, error, source } }: { of: Import }) {
  const { changed } = PAGES[useKind()];
  if (status === "cancelled") return <p role="status">{IMPORTS.cancelled}</p>;
  if (error === null) return null;
  const unread = error.errors?.find(({ field }) => /^source(?:\.|$)/u.test(field));
  const remedy = unread === undefined ? {} : { remedy: `${IMPORTS.unread(source.name)} ${unread.message}` };
  return (
    <Failure error={new ProblemError(error.status, error)} {...remedy}>
      {status === "failed" && <Link to={PATHS[changed]}>{IMPORTS.again}</Link>}
    </Failure>
  );
}

/** An import from its file to its contacts. */
export const ContactImportPage = ({ id }: { id: string }) => (
  <KindOfImports value="contacts">
    <ImportPage id={id} />
  </KindOfImports>
);
