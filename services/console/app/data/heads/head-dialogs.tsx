import { isQueued } from "@jst/client";
import { Popover } from "react-aria-components";
import { FormDialog } from "../../parts/opening.tsx";
import { useSession } from "../../session/session.ts";
import { COLUMNS } from "../../words/columns.ts";
import { HEADS } from "../../words/heads.ts";
import { insertColumn } from "../columns/changing.ts";
import { ColumnForm } from "../columns/column-form.tsx";
import { RemoveColumn } from "../columns/remove-column.tsx";
import { ConditionEditor } from "../filters/editor.tsx";
import { useFilterNames } from "../filters/filter-names.ts";
import { conditionsOf, withPart } from "../filters/tree.ts";
import type { Table } from "../tables.ts";
import type { Looking } from "../views/use-look.ts";
import { besideIn, type Side } from "./column-order.ts";
import type { AskedAtHead } from "./use-head-menu.ts";

interface HeadDialogsOf {
  table: Table;
  looking: Looking;
  /** Whether the order of the columns is that of the table, for everybody. */
  isOrderOfTable: boolean;
  asked: AskedAtHead;
  onClose: () => void;
}

/** Asks for what the menu of a head needs: a condition, the members of a column, or whether to delete it. */
export function HeadDialogs({ asked, ...of }: HeadDialogsOf) {
  const { table, onClose } = of;
  const { what, column } = asked;
  switch (what) {
    case "filter":
      return <HeadFilter asked={asked} {...of} />;
    case "edit":
      return (
        <FormDialog title={COLUMNS.change(column.display_name).title} isOpen onClose={onClose}>
          {(close) => <ColumnForm table={table} column={column} onDone={close} />}
        </FormDialog>
      );
    case "left":
    case "right":
      return <InsertColumn asked={asked} side={what} {...of} />;
    case "remove":
      return <RemoveColumn table={table} column={column} isAtOnce onDone={onClose} />;
  }
}

/** A new condition of the column, in a popover at its head. */
function HeadFilter({ asked: { column, head }, looking, onClose }: HeadDialogsOf) {
  const { look, fields, change } = looking;
  const { timezone: timeZone } = useSession().team;
  const names = useFilterNames(conditionsOf(look.filters), fields);
  return (
    <Popover
      className="popover editor"
      aria-label={HEADS.filter}
      placement="bottom start"
      triggerRef={{ current: head }}
      isOpen
      onOpenChange={onClose}
    >
      <strong>{column.display_name}</strong>
      <ConditionEditor
        {...{ field: column, names, timeZone }}
        onCondition={(condition) => {
          onClose();
          change({ filters: withPart(look.filters, { condition }) });
        }}
      />
    </Popover>
  );
}

/** The form of a new column, which gets its place beside the one of the head. */
function InsertColumn({
  table,
  looking,
  isOrderOfTable,
  asked: { column },
  side,
  onClose,
}: HeadDialogsOf & { side: Side }) {
  const beside = { anchor: column.name, side };
  const { look, change } = looking;
  return (
    <FormDialog title={HEADS[side]} isOpen onClose={onClose}>
      {(close) => (
        <ColumnForm
          table={table}
          {...(isOrderOfTable ? { add: insertColumn(table, beside) } : {})}
          onDone={(made) => {
            close();
            if (!isOrderOfTable && !isQueued(made))
              change({ order: besideIn(look.order, made.name, beside) });
          }}
        />
      )}
    </FormDialog>
  );
}
