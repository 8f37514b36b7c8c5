import { answered, isQueued } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { useUploading } from "../library/uploading.ts";
import { Outcome } from "../parts/outcome.tsx";
import { useWriting } from "../parts/writing.ts";
import { pathOf } from "../paths.ts";
import { SOURCE } from "../words/imports.ts";
import { PAGES, ROUTES, type Kind } from "./kind.ts";

/** Table into which rows are imported, or the articles of the team. */
export type ImportInto = { id: string; display_name: string } | "articles";

interface ImportDialogOf {
  kind: Kind;
  into: ImportInto | undefined;
  onDone: () => void;
}

/** How the file is stored: whole, and as a step of the import. */
const STORED = { folder: "imports", visibility: "private", isWhole: true, isStep: true };
const TEXT_BYTES_MAX = 1_048_576;
const NAME_MAX = 120;

/** Chooses a file or takes pasted rows, reads them, and leads to the page of the import. */
export function ImportDialog({ kind, into, onDone }: ImportDialogOf) {
  const { send, uploading, creating, isBusy } = useSource(kind, into, onDone);
  if (isBusy)
    return (
      <p className="waiting" role="status">
        {uploading.isPending ? SOURCE.uploading : SOURCE.reading} <progress aria-label={SOURCE.reading} />
      </p>
    );
  return (
    <div className="form">
      {kind === "contacts" && <p>{SOURCE.intoContacts}</p>}
      {kind === "data" && into === undefined && <p>{SOURCE.into}</p>}
      {into === "articles" && <p>{SOURCE.intoArticles}</p>}
      <ChosenFile onFile={(file) => send({ file })} />
      <Outcome of={uploading} />
      {isQueued(uploading.data ?? {}) && <p role="status">{SOURCE.waits}</p>}
      <PastedText onText={(text) => send({ text })} />
      <Outcome of={creating} />
    </div>
  );
}

/** Uploads a file if there is one, and makes the import. */
function useSource(kind: Kind, into: ImportInto | undefined, onDone: () => void) {
  const [, go] = useLocation();
  const targetOf = (name: string) => (kind === "contacts" ? {} : { target: dataTarget(into, name) });
  const creating = useWriting({
    send: (body: Schemas["ImportCreate"], header) =>
      answered(api.POST(ROUTES[kind].all, { params: { header }, body })),
    touches: [["imports"]],
    onDone: (made) => {
      onDone();
      go(pathOf(PAGES[kind].list, made.id));
    },
  });
  const uploading = useUploading(([stored]) => {
    if (stored === undefined) return;
    // Each file of an archive becomes a table of its own, or each document an article.
    const isArchive = kind === "data" && ARCHIVE.test(stored.name);
    const source = { file_id: stored.id };
    if (isArchive && into === "articles") creating.mutate({ source, preset: "markdown_zip" });
    else if (isArchive && into === undefined) creating.mutate({ source });
    else creating.mutate({ source, ...targetOf(tableNameOf(stored.name)) });
  });
  const isBusy = uploading.isPending || creating.isPending;
  const send = (source: { file: File } | { text: string }) => {
    if (isBusy) return;
    if ("file" in source) uploading.mutate({ files: [source.file], ...STORED });
    else creating.mutate({ source, name: SOURCE.pasted, ...targetOf(SOURCE.pasted) });
  };
  return { send, uploading, creating, isBusy };
}

const ARCHIVE = /\.zip$/iu;

function dataTarget(into: ImportInto | undefined, name: string): Schemas["ImportTarget"] {
  if (into === "articles") return { kind: "articles" };
  return into === undefined
    ? { kind: "new_table", display_name: name }
    : { kind: "table", table_id: into.id };
}

/** The name of a file without its ending. */
const tableNameOf = (file: string): string => (file.replace(/\.[^.]{1,8}$/u, "") || file).slice(0, NAME_MAX);

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

function PastedText({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState("");
  const isTooLong = new TextEncoder().encode(text).length > TEXT_BYTES_MAX;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !isTooLong) onText(text);
      }}
    >
      <label>
        {SOURCE.paste}
        <textarea rows={LINES} required value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="aside">{SOURCE.pasteHelp}</p>
      {isTooLong && <p className="fault">{SOURCE.tooLong}</p>}
      <Button type="submit" className="main">
        {SOURCE.does}
      </Button>
    </form>
  );
}
