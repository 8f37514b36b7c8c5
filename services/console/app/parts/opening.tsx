import { useState, type ReactNode } from "react";
import { Button, Dialog, Heading } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { leave, useGuardedForm } from "./changed-forms.ts";
import { OverPage } from "./over-page.tsx";

interface OpeningOf {
  opens: string;
  /** Title of the dialog, where it is not the text of the button. */
  title?: string;
  /** Name of the button, where its text does not say what it opens. */
  label?: string;
  isWide?: boolean;
  /** Whether the address opens the dialog, besides its button. */
  isWanted?: boolean;
  onClose?: () => void;
  /** Content of the dialog, mounted each time it opens; `close` closes it without a question. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a short form in a dialog, which asks before it loses changes (console.dialogs). */
export function Opening({ opens, isWanted = false, onClose, children, ...of }: OpeningOf) {
  const { title = opens, label = opens, isWide = false } = of;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button className="quiet" aria-label={label} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {opens}
      </Button>
      <FormDialog {...{ title, isWide }} isOpen={isOpen || isWanted} onClose={close}>
        {children}
      </FormDialog>
    </>
  );
}

interface FormDialogOf extends Pick<OpeningOf, "isWide" | "children"> {
  title: string;
  isOpen: boolean;
  onClose: () => void;
}

/** A short form in a dialog over the page. */
export function FormDialog({ title, isWide = false, isOpen, onClose, children }: FormDialogOf) {
  const form = useGuardedForm();
  const close = () => {
    form.settle();
    onClose();
  };
  const askAndClose = () => leave(close, [form]);
  return (
    <OverPage isWide={isWide} isOpen={isOpen} onOpenChange={askAndClose}>
      <Dialog className="dialog">
        <header className="dialog-head">
          <Heading slot="title">{title}</Heading>
          <Button className="quiet close" aria-label={PARTS.close} onPress={askAndClose}>
            {PARTS.takeSign}
          </Button>
        </header>
        <div ref={form.watch}>{children(close)}</div>
      </Dialog>
    </OverPage>
  );
}
