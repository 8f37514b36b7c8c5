import { X } from "lucide-react";
import { Button, Dialog, Modal, ModalOverlay } from "react-aria-components";
import { TeamMenu } from "../session/team-menu.tsx";
import { SHELL } from "../words/places.ts";
import { Menu } from "./menu.tsx";
import { Person } from "./person.tsx";
import type { TableName } from "./used-tables.ts";

interface SheetOf {
  isOpen: boolean;
  tables: readonly TableName[];
  onOpen: (isOpen: boolean) => void;
}

/** Menu that opens over a page which is too narrow for a menu beside it. */
export function Sheet({ isOpen, tables, onOpen }: SheetOf) {
  const close = () => onOpen(false);
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={onOpen} isDismissable>
      <Modal className="sheet">
        <Dialog aria-label={SHELL.menu}>
          <div className="side-head">
            <TeamMenu />
            <Button className="icon" aria-label={SHELL.closes} onPress={close}>
              <X size={16} aria-hidden />
            </Button>
          </div>
          <nav aria-label={SHELL.navigation}>
            <Menu tables={tables} onGo={close} />
          </nav>
          <Person onGo={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
