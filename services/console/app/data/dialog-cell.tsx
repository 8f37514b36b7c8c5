import { useState } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal } from "react-aria-components";
import { useSession } from "../session/session.ts";
import { PARTS } from "../words/parts.ts";
import { CELLS, TABLES } from "../words/tables.ts";
import type { CellOf, WritesCell } from "./cell-of.ts";
import { cellOf, chosenOf, isReference, shownCell } from "./cells.ts";
import { Choosing, useChosen } from "./choosing.tsx";
import { ShownCell } from "./shown-cell.tsx";
import { Targets } from "./targets.tsx";

/** A cell whose values are chosen in a dialog. */
export function DialogCell(cell: CellOf & WritesCell) {
  const { column, row, names } = cell;
  const [opened, setOpened] = useState(row);
  const { timezone } = useSession().team;
  const text = shownCell(column, row, timezone, names);
  const isNamed = isReference(column) && text !== "";
  return (
    <>
      {isNamed && <Targets {...cell} />}
      <DialogTrigger onOpenChange={(isOpen) => isOpen && setOpened(row)}>
        <Button className="cell">
          {isNamed ? (
            CELLS.change
          ) : text === "" ? (
            <span className="aside">{TABLES.empty}</span>
          ) : (
            <ShownCell {...cell} />
          )}
        </Button>
        <Modal className="modal" isDismissable>
          <Dialog className="dialog">
            {({ close }) => <Chooser {...cell} row={opened} onClose={close} />}
          </Dialog>
        </Modal>
      </DialogTrigger>
    </>
  );
}

function Chooser({ column, row, names, onWrite, onClose }: CellOf & WritesCell & { onClose: () => void }) {
  const { chosen, isChanged, setChosen } = useChosen(chosenOf(column, row, names));
  const ids = chosen.map(({ id }) => id);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onWrite(cellOf(column, ids), row);
        onClose();
      }}
    >
      <Heading slot="title">{column.display_name}</Heading>
      <Choosing column={column} chosen={chosen} onChange={setChosen} />
      <div className="actions">
        <Button className="quiet" onPress={onClose}>
          {PARTS.cancel}
        </Button>
        <Button type="submit" className="main">
          {PARTS.save}
        </Button>
      </div>
    </form>
  );
}
