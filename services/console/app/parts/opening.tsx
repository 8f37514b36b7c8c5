import { useId, useState, type ReactNode } from "react";
import { Button } from "react-aria-components";

interface OpeningOf {
  opens: string;
  /** Content of the disclosure, mounted each time it opens. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a part of the page, and closes it. */
export function Opening({ opens, children }: OpeningOf) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button className="quiet" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
        {opens}
      </Button>
      <section id={id} className="card opened" hidden={!isOpen} aria-label={opens}>
        {isOpen && children(() => setOpen(false))}
      </section>
    </>
  );
}
