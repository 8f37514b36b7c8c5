import { answered } from "@jst/client";
import { freeTitle } from "@jst/values";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Outcome } from "../parts/outcome.tsx";
import { useWriting } from "../parts/writing.ts";
import { pathOf } from "../paths.ts";
import { SOURCE } from "../words/imports.ts";
import { tablesListed } from "./imports.ts";
import { PAGES, ROUTES, type Kind } from "./kind.ts";

/** Table into which rows are imported, or the articles of the team. */
export type ImportInto = { id: string; display_name: string } | "articles";

/** File that is uploaded; `pasted` is the name of an import of pasted rows. */
interface Uploaded {
  file: File;
  pasted?: string;
}

interface SourceOf {
  kind: Kind;
  into: ImportInto | undefined;
  /** Members of the import in place of its target. */
  mapped?: Pick<Schemas["ImportCreate"], "parts" | "run_when_clean"> | undefined;
  onDone: () => void;
}

const NAME_MAX = 120;

/** Source that a person has chosen: a file, rows that were pasted, or a base. */
type Chosen = { file: File } | { text: string } | { airtable: Schemas["ImportAirtable"] };

/** Uploads a file or pasted rows, makes the import, and leads to its page (imports.uploads). */
export function useSource({ kind, into, mapped, onDone }: SourceOf) {
  const [, go] = useLocation();
  const { data } = useQuery(tablesListed);
  const titles = (data?.tables ?? []).map((table) => table.display_name);
  const targetOf = (name: string) => {
    if (mapped !== undefined) return mapped;
    return kind === "contacts" ? {} : { target: dataTarget(into, freeTitle(name, titles)) };
  };
  const creating = useWriting({
    send: (body: Schemas["ImportCreate"], header) =>
      answered(api.POST(ROUTES[kind].all, { params: { header }, body })),
    touches: [["imports"], ...(mapped === undefined ? [] : [["rows"]])],
    onDone: (made) => {
      onDone();
      go(pathOf(PAGES[kind].list, made.id));
    },
  });
  const uploading = useWriting({
    send: ({ file }: Uploaded, header) => {
      // The body is the browser's own form; the type that the document gives its file is that of JSON.
      const body = { file: "" };
      const bodySerializer = () => formOf(file);
      return answered(api.POST(ROUTES[kind].uploads, { params: { header }, body, bodySerializer }));
    },
    touches: [],
    onDone: ({ id, name }, { pasted }) => {
      const source = { upload_id: id };
      // Each file of an archive and each sheet of a workbook becomes a table of its own, or each document an article.
      if (pasted !== undefined) creating.mutate({ source, name: pasted, ...targetOf(pasted) });
      else if (kind === "data" && into === "articles" && ARCHIVE.test(name))
        creating.mutate({ source, preset: "markdown_zip" });
      else if (kind === "data" && into === undefined && OF_TABLES.test(name)) creating.mutate({ source });
      else creating.mutate({ source, ...targetOf(tableNameOf(name)) });
    },
  });
  const isBusy = uploading.isPending || creating.isPending;
  const send = (source: Chosen) => {
    if (isBusy) return;
    if ("file" in source) uploading.mutate(source);
    // Each table of a base becomes a table of its own.
    else if ("airtable" in source) creating.mutate({ source });
    else uploading.mutate({ file: new File([source.text], `${SOURCE.pasted}.txt`), pasted: SOURCE.pasted });
  };
  return { send, uploading, creating, isBusy };
}

/** Shows the progress of the source, or the fault that ended it. */
export function SourceOutcome({ uploading, creating, isBusy }: Omit<ReturnType<typeof useSource>, "send">) {
  if (isBusy)
    return (
      <p className="waiting" role="status">
        {uploading.isPending ? SOURCE.uploading : SOURCE.reading} <progress aria-label={SOURCE.reading} />
      </p>
    );
  return (
    <>
      <Outcome of={uploading} />
      <Outcome of={creating} />
    </>
  );
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}

const ARCHIVE = /\.zip$/iu;
/** Files that may have several tables, which the analysis maps (imports.airtable-csv, imports.workbooks). */
const OF_TABLES = /\.(?:zip|xlsx)$/iu;

function dataTarget(into: ImportInto | undefined, name: string): Schemas["ImportTarget"] {
  if (into === "articles") return { kind: "articles" };
  return into === undefined
    ? { kind: "new_table", display_name: name }
    : { kind: "table", table_id: into.id };
}

/** The name of a file without its ending. */
const tableNameOf = (file: string): string => (file.replace(/\.[^.]{1,8}$/u, "") || file).slice(0, NAME_MAX);
