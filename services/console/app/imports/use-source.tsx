import { answered, isQueued } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { useUploading } from "../library/uploading.ts";
import { Outcome } from "../parts/outcome.tsx";
import { useWriting } from "../parts/writing.ts";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { SOURCE } from "../words/imports.ts";
import { tablesListed } from "./imports.ts";
import { PAGES, ROUTES, type Kind } from "./kind.ts";

/** Table into which rows are imported, or the articles of the team. */
export type ImportInto = { id: string; display_name: string } | "articles";

interface SourceOf {
  kind: Kind;
  into: ImportInto | undefined;
  /** Members of the import in place of its target. */
  mapped?: Pick<Schemas["ImportCreate"], "parts" | "run_when_clean"> | undefined;
  onDone: () => void;
}

/** How the file is stored: whole, and as a step of the import. */
const STORED = { folder: "imports", visibility: "private", isWhole: true, isStep: true };
/** A longer text is a file (imports.import). */
const TEXT_BYTES_MAX = 1_048_576;
const NAME_MAX = 120;

/** Uploads a file if there is one, makes the import, and leads to its page. */
export function useSource({ kind, into, mapped, onDone }: SourceOf) {
  const [, go] = useLocation();
  const { role } = useSession().member;
  const { data } = useQuery(tablesListed);
  const targetOf = (name: string) => {
    if (mapped !== undefined) return mapped;
    return kind === "contacts" ? {} : { target: dataTarget(into, freeName(name, data?.tables ?? [])) };
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
  const uploading = useUploading(([stored]) => {
    if (stored === undefined) return;
    // Each file of an archive and each sheet of a workbook becomes a table of its own, or each document an article.
    const isArchive = kind === "data" && ARCHIVE.test(stored.name);
    const source = { file_id: stored.id };
    if (isArchive && into === "articles") creating.mutate({ source, preset: "markdown_zip" });
    else if (kind === "data" && into === undefined && OF_TABLES.test(stored.name))
      creating.mutate({ source });
    else creating.mutate({ source, ...targetOf(tableNameOf(stored.name)) });
  });
  const isBusy = uploading.isPending || creating.isPending;
  const sendFile = async (file: File) => {
    // An upload of a member may wait for an approval; a text goes with the import, which does not.
    const text = role === "member" ? await shortText(file) : undefined;
    if (text === undefined) uploading.mutate({ files: [file], ...STORED });
    else creating.mutate({ source: { text }, name: file.name, ...targetOf(tableNameOf(file.name)) });
  };
  const send = (source: { file: File } | { text: string } | { airtable: Schemas["ImportAirtable"] }) => {
    if (isBusy) return;
    if ("file" in source) void sendFile(source.file);
    // Each table of a base becomes a table of its own.
    else if ("airtable" in source) creating.mutate({ source });
    else if (new TextEncoder().encode(source.text).length > TEXT_BYTES_MAX)
      uploading.mutate({ files: [new File([source.text], `${SOURCE.pasted}.txt`)], ...STORED });
    else creating.mutate({ source, name: SOURCE.pasted, ...targetOf(SOURCE.pasted) });
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
      {isQueued(uploading.data ?? {}) && <p role="status">{SOURCE.waits}</p>}
      <Outcome of={creating} />
    </>
  );
}

/** Reads a file that can go as a text: UTF-8 of at most 1 MiB. */
async function shortText(file: File): Promise<string | undefined> {
  if (file.size > TEXT_BYTES_MAX) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
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

/** Returns the name, with a number if a table has it. */
function freeName(name: string, tables: readonly { display_name: string }[]): string {
  const taken = new Set(tables.map((table) => table.display_name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}

/** The name of a file without its ending. */
const tableNameOf = (file: string): string => (file.replace(/\.[^.]{1,8}$/u, "") || file).slice(0, NAME_MAX);
