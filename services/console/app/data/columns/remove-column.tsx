import { answered } from "@jst/client";
import { useState } from "react";
import { api } from "../../api.ts";
import { Act } from "../../parts/act.tsx";
import type { WriteKey } from "../../parts/writing.ts";
import { COLUMNS } from "../../words/columns.ts";
import type { Column, Table } from "../tables.ts";
import { Filled } from "./filled.tsx";
import { Uses, usesIn, type Use } from "./uses.tsx";

interface RemoveOf {
  table: Table;
  column: Column;
  /** Whether it is asked at once, without a button. */
  isAtOnce?: boolean;
  onDone?: () => void;
}

/** Removes a column. If something uses it, a second dialog lists the uses before it is forced. */
export function RemoveColumn({ table, column, isAtOnce = false, onDone }: RemoveOf) {
  const [uses, setUses] = useState<readonly Use[]>([]);
  const path = { table_id: table.id, column_id: column.id };
  const touches = [["table"], ["rows", table.id], ["views", table.id]];
  const remove = (header: WriteKey, query: { force?: boolean }) =>
    answered(
      api.DELETE("/api/v1/data/tables/{table_id}/columns/{column_id}", { params: { path, header, query } }),
    );
  const shared = { of: column, isDangerous: true, isAtOnce, touches, ...(onDone && { onDone }) };
  return (
    <>
      <Act
        {...shared}
        words={COLUMNS.remove(column.display_name)}
        send={(header) => remove(header, {})}
        onRefused={(error) => setUses(usesIn(error))}
      >
        <Filled {...{ table, column }} />
      </Act>
      {uses.length > 0 && (
        <Act
          {...shared}
          words={COLUMNS.force(column.display_name)}
          send={(header) => remove(header, { force: true })}
        >
          <Uses of={uses} />
          <Filled {...{ table, column }} />
        </Act>
      )}
    </>
  );
}
