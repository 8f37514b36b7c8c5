import { useState, type ReactNode } from "react";
import { PARTS } from "../words/parts.ts";
import { Button, Dialog, DialogTrigger, Heading, Modal } from "react-aria-components";

/** Question before an action. */
export interface Question<A = undefined> {
  /** On the button that opens the question. */
  opens: string;
  title: string;
  /** The effect, in words. */
  says: string;
  /** On the button that does it. */
  does: string;
  isDangerous?: boolean;
  /** With the answers as they stand when yes is said. */
  onYes: (answers: A) => void;
}

interface AskOf<A> {
  question: Question<A>;
  /** Fields in the dialog. */
  children?: ReactNode;
  /** Answers that the fields write. */
  answers: A;
}

/**
 * A button that asks in a dialog before it does something that somebody else will notice. The question stays as it was
 * when it was opened: yes means what is shown, whatever another window has changed since (console.writing).
 */
export function Ask<A>({ question, children, answers }: AskOf<A>) {
  const [asked, setAsked] = useState(question);
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && setAsked(question)}>
      <Button className={question.isDangerous === true ? "danger" : "quiet"}>{question.opens}</Button>
      <Modal className="modal" isDismissable>
        <Dialog className="dialog">
          {({ close }) => (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                asked.onYes(answers);
                close();
              }}
            >
              <Heading slot="title">{asked.title}</Heading>
              <p>{asked.says}</p>
              {children}
              <div className="actions">
                <Button className="quiet" onPress={close}>
                  {PARTS.cancel}
                </Button>
                <Button type="submit" className={asked.isDangerous === true ? "danger" : "main"}>
                  {asked.does}
                </Button>
              </div>
            </form>
          )}
        </Dialog>
      </Modal>
    </DialogTrigger>
  );
}
