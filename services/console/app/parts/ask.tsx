import { useState, type ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { OverPage } from "./over-page.tsx";

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
  /** Class of the button that opens the question. */
  className?: string;
  /** Fields in the dialog. */
  children?: ReactNode;
  /** Answers that the fields write. */
  answers: A;
  /** Whether it is asked at once, without a button. */
  isAtOnce?: boolean;
}

interface QuestionDialogOf<A> extends Pick<AskOf<A>, "children" | "answers"> {
  question: Omit<Question<A>, "opens">;
}

/**
 * A button that asks in a dialog before it does something that nothing takes back. The question stays as it was when it
 * was opened: yes means what is shown, whatever another window has changed since (console.writing).
 */
export function Ask<A>({ question, className, children, answers, isAtOnce = false }: AskOf<A>) {
  const [asked, setAsked] = useState(question);
  const [isOpen, setOpen] = useState(isAtOnce);
  const dialog = (
    <QuestionDialog question={asked} answers={answers}>
      {children}
    </QuestionDialog>
  );
  if (isAtOnce)
    return (
      <OverPage isOpen={isOpen} onOpenChange={setOpen}>
        {dialog}
      </OverPage>
    );
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && setAsked(question)}>
      <Button className={className ?? (question.isDangerous === true ? "danger" : "quiet")}>
        {question.opens}
      </Button>
      <OverPage>{dialog}</OverPage>
    </DialogTrigger>
  );
}

/** The question itself, in a dialog. */
export function QuestionDialog<A>({ question, children, answers }: QuestionDialogOf<A>) {
  const isDangerous = question.isDangerous === true;
  return (
    <Dialog className="dialog" role={isDangerous || children === undefined ? "alertdialog" : "dialog"}>
      {({ close }) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            question.onYes(answers);
            close();
          }}
        >
          <Heading slot="title">{question.title}</Heading>
          <p>{question.says}</p>
          {children}
          <div className="actions">
            <Button className="quiet" onPress={close}>
              {PARTS.cancel}
            </Button>
            <Button type="submit" className={isDangerous ? "danger" : "main"}>
              {question.does}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
