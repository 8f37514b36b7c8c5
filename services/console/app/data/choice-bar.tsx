import { ProblemError } from "@jst/client";
import type { RefObject } from "react";
import { Button, Toolbar } from "react-aria-components";
import type { ChosenRow } from "../grid/choice.ts";
import { chosenText } from "../grid/choice.ts";
import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { Named } from "../parts/named.tsx";
import { Opening } from "../parts/opening.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { CHOICE } from "../words/choice.ts";
import { ChangeRows } from "./change-rows.tsx";
import { asOneRow, type RowAct } from "./row-requests.ts";
import type { Table } from "./tables.ts";
import type { useRowActs } from "./use-row-acts.ts";
import type { RowChoice } from "./use-row-choice.ts";

interface ChoiceBarOf {
  bar: RefObject<HTMLDivElement | null>;
  table: Table;
  choice: RowChoice;
  /** How many rows the list has. */
  count: number;
  acts: ReturnType<typeof useRowActs>;
  onAct: (act: RowAct) => void;
  onClear: () => void;
}

/** Acts on the chosen rows, how far one has come, and why it stopped. */
export function ChoiceBar({ bar, table, choice, count, acts, onAct, onClear }: ChoiceBarOf) {
  const { rows, isReading, error } = choice;
  const { progress } = acts;
  const isRunning = progress !== undefined && progress.error === undefined;
  const isOpen = rows.length > 0 || isReading || progress !== undefined || error !== undefined;
  return (
    <div
      ref={bar}
      className={isOpen ? "row-bar open" : "row-bar"}
      // A dialog of the bar is drawn elsewhere, and its Escape is its own.
      onKeyDown={({ key, currentTarget, target }) => {
        if (key === "Escape" && currentTarget.contains(target as Node)) onClear();
      }}
    >
      {error !== undefined && <Failure error={error} />}
      {progress?.error !== undefined && (
        <Stopped rows={rows} progress={{ ...progress, error: progress.error }} />
      )}
      <div className="actions">
        <p role="status">
          {isRunning
            ? CHOICE.running[progress.kind](progress.done, progress.all)
            : chosenText(rows.length, count, isReading)}
        </p>
        {isRunning && <progress aria-hidden="true" value={progress.done} max={progress.all} />}
        {isOpen && !isRunning && (
          <Toolbar className="actions" aria-label={CHOICE.bar}>
            {rows.length > 0 && <Acts {...{ table, rows, onAct }} />}
            <Button className="quiet" onPress={onClear}>
              {CHOICE.clear}
            </Button>
          </Toolbar>
        )}
      </div>
    </div>
  );
}

/** More rows at once are named in a question first (console.dialogs). */
const UNASKED_MAX = 20;

function Acts({ table, rows, onAct }: { rows: readonly ChosenRow[] } & Pick<ChoiceBarOf, "table" | "onAct">) {
  const mayDelete = mayDo(useSession(), "tables", "delete");
  const acts = [
    { kind: "duplicate", title: CHOICE.duplicates(rows.length) },
    ...(mayDelete ? [{ kind: "delete", title: CHOICE.deletes(rows.length) } as const] : []),
  ] as const;
  return (
    <>
      <Opening opens={CHOICE.change} title={CHOICE.changes(rows.length)}>
        {(close) => <ChangeRows {...{ table, rows, onAct, onClose: close }} />}
      </Opening>
      {acts.map(({ kind, title }) =>
        rows.length > UNASKED_MAX ? (
          <Ask
            key={kind}
            className="quiet"
            question={{ ...CHOICE[kind], title, onYes: () => onAct({ kind }) }}
            answers={undefined}
          >
            <NamedRows rows={rows} />
          </Ask>
        ) : (
          <Button key={kind} className="quiet" onPress={() => onAct({ kind })}>
            {CHOICE[kind].opens}
          </Button>
        ),
      )}
    </>
  );
}

/** Names the first rows in a question. */
function NamedRows({ rows }: { rows: readonly ChosenRow[] }) {
  const things = rows
    .flatMap(({ id, name }) => (name === undefined ? [] : { id, name }))
    .slice(0, UNASKED_MAX);
  const others = rows.length - things.length;
  return (
    <Named label={CHOICE.named} things={things} others={others > 0 ? CHOICE.others(others) : undefined} />
  );
}

interface StoppedOf {
  rows: readonly ChosenRow[];
  progress: { kind: RowAct["kind"]; done: number; all: number; error: Error };
}

/** Outcome of an act until a request of it was refused, and the reason. */
function Stopped({ rows, progress: { kind, done, all, error } }: StoppedOf) {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const other = problem?.code === "version_conflict" ? { remedy: conflictOf(rows, problem) } : {};
  return (
    <Failure error={asOneRow(error)} {...other}>
      <p>{CHOICE.stopped[kind](done, all)}</p>
    </Failure>
  );
}

const conflictOf = (rows: readonly ChosenRow[], problem: object): string => {
  const changed = "row" in problem ? problem.row : undefined;
  return CHOICE.conflict(rows.find(({ id }) => id === changed)?.name);
};
