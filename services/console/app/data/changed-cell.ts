import { answered, ProblemError } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { useActor } from "../parts/actors.ts";
import { useSession } from "../session/session.ts";
import { actorText } from "../words/actors.ts";
import { LOST } from "../words/tables.ts";
import type { Names } from "./names.ts";
import { shownEdit, type Edit, type Refusal } from "./refused.ts";
import { isSameCell } from "./stale-rows.ts";
import type { Column, Row } from "./tables.ts";

/** So many of the last changes of the row are searched for the one that changed the cell. */
const CHANGES = 10;

interface ChangedCellOf {
  /** Cells of one write, which was refused. */
  refusals: readonly Refusal[];
  columns: readonly Column[];
  /** The rows that are shown. */
  rows: readonly Row[];
  names: Names;
  calledIn: (edit: Edit) => string;
}

/** Returns who has changed a cell since the person saw it, and what it is now; undefined if nobody has. */
export function useChangedCell({ refusals, columns, rows, names, calledIn }: ChangedCellOf) {
  const { timezone } = useSession().team;
  const changed = refusals.filter(isConflict).flatMap(({ edit }) => {
    const now = rows.find(({ id }) => id === edit.row.id);
    const isChanged = now !== undefined && !isSameCell(edit.row.data[edit.column], now.data[edit.column]);
    return isChanged
      ? [{ ...edit, row: now, value: now.data[edit.column], shown: now.data[edit.column] }]
      : [];
  })[0];
  const name = useChangerOf(changed);
  if (changed === undefined) return undefined;
  const { text } = shownEdit(changed, columns, timezone, names);
  return LOST.changed(name ?? LOST.someone, calledIn(changed), text);
}

const isConflict = ({ error }: Refusal): boolean =>
  error instanceof ProblemError && error.problem?.code === "version_conflict";

/** Finds who last changed a cell; undefined while that is read, and for a person who may not read it. */
function useChangerOf(cell: Edit | undefined): string | undefined {
  const id = cell?.row.id ?? "";
  const { data } = useQuery({
    queryKey: ["changesets", "of", "rows", id, cell?.row.version],
    queryFn: () => {
      const query = { resource: "rows", resource_id: id, limit: CHANGES };
      return answered(api.GET("/api/v1/changesets", { params: { query } }));
    },
    enabled: cell !== undefined,
    retry: false,
  });
  const change = data?.changesets.find((one) => cell !== undefined && changes(one, cell));
  const who = useActor(change?.proposed_by.id);
  const key = useActor(change?.source.token_id);
  return change && actorText(change.proposed_by, who, key);
}

/** Whether a change that was made has changed the cell. */
const changes = ({ status, operations }: Schemas["Changeset"], { row, column }: Edit): boolean =>
  status === "executed" &&
  operations.some(
    ({ id, before, after }) => id === row.id && !isSameCell(cellIn(before, column), cellIn(after, column)),
  );

const cellIn = (image: unknown, column: string): unknown =>
  (image as { data?: Readonly<Record<string, unknown>> } | null)?.data?.[column];
