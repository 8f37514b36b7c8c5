import { useState } from "react";
import { Button } from "react-aria-components";
import { AIRTABLE, SOURCE } from "../words/imports.ts";
import { AirtableSource } from "./airtable-source.tsx";
import type { Kind } from "./kind.ts";
import { SourceOutcome, useSource, type ImportInto } from "./use-source.tsx";

interface ImportDialogOf {
  kind: Kind;
  into: ImportInto | undefined;
  /** Rows that the person has pasted into the page. */
  pasted?: string;
  onDone: () => void;
}

/** Chooses a file or takes pasted rows, reads them, and leads to the page of the import. */
export function ImportDialog({ kind, into, pasted, onDone }: ImportDialogOf) {
  const { send, ...source } = useSource({ kind, into, onDone });
  if (source.isBusy) return <SourceOutcome {...source} />;
  return (
    <div className="form">
      {kind === "contacts" && <p>{SOURCE.intoContacts}</p>}
      {kind === "data" && into === undefined && <p>{SOURCE.into}</p>}
      {into === "articles" && <p>{SOURCE.intoArticles}</p>}
      {pasted === undefined && <ChosenFile onFile={(file) => send({ file })} />}
      <PastedText begins={pasted} onText={(text) => send({ text })} />
      {kind === "data" && into === undefined && (
        <details>
          <summary>{AIRTABLE.opens}</summary>
          <AirtableSource onBase={(airtable) => send({ airtable })} />
        </details>
      )}
      <SourceOutcome {...source} />
    </div>
  );
}

function ChosenFile({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  return (
    // The field in it does the same for who drops nothing.
    <div
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <label>
        {SOURCE.choose}
        <input
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
      <p className="aside">
        {SOURCE.drop}. {SOURCE.formats}
      </p>
    </div>
  );
}

const LINES = 6;

interface PastedTextOf {
  begins: string | undefined;
  onText: (text: string) => void;
}

function PastedText({ begins = "", onText }: PastedTextOf) {
  const [text, setText] = useState(begins);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onText(text);
      }}
    >
      <label>
        {SOURCE.paste}
        <textarea rows={LINES} required value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="aside">{SOURCE.pasteHelp}</p>
      <Button type="submit" className="main">
        {SOURCE.does}
      </Button>
    </form>
  );
}
