import type { ReactNode } from "react";
import { PARTS } from "../words/parts.ts";
import { Button, Dialog, DialogTrigger, Heading, Modal } from "react-aria-components";

/** What is asked before something is done. */
export interface Question {
  /** On the button that opens the question. */
  opens: string;
  title: string;
  /** What follows, in words. */
  children: ReactNode;
  /** On the button that does it. */
  does: string;
  isDangerous?: boolean;
  onYes: () => void;
}

/** A button that asks in a dialog before it does something that somebody else will notice. */
export function Ask({ opens, title, children, does, isDangerous = false, onYes }: Question) {
  return (
    <DialogTrigger>
      <Button className={isDangerous ? "danger" : "quiet"}>{opens}</Button>
      <Modal className="modal" isDismissable>
        <Dialog className="dialog">
          {({ close }) => (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                onYes();
                close();
              }}
            >
              <Heading slot="title">{title}</Heading>
              {children}
              <div className="actions">
                <Button className="quiet" onPress={close}>
                  {PARTS.cancel}
                </Button>
                <Button type="submit" className={isDangerous ? "danger" : "main"}>
                  {does}
                </Button>
              </div>
            </form>
          )}
        </Dialog>
      </Modal>
    </DialogTrigger>
  );
}
