import { ProblemError, type Problem } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { Download as Sign } from "lucide-react";
import { useState } from "react";
import { Button, DialogTrigger, Popover } from "react-aria-components";
import { DOWNLOAD } from "../words/parts.ts";
import { Failure } from "./failure.tsx";
import { Select } from "./select.tsx";

/** A list of the API, as the page shows it: its address and what it is filtered and sorted by. */
export interface FileOf {
  path: `/api/v1/${string}`;
  query?: Readonly<Record<string, string | undefined>>;
}

type Format = keyof typeof DOWNLOAD.formats;
type Headers = keyof typeof DOWNLOAD.headers;
type Delimiter = keyof typeof DOWNLOAD.delimiters;

/** Downloads all items of a list as a file (console.download). */
export function Download({ path, query = {} }: FileOf) {
  const [format, setFormat] = useState<Format>("csv");
  const [headers, setHeaders] = useState<Headers>("label");
  const [delimiter, setDelimiter] = useState<Delimiter>("comma");
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: downloaded });
  const onlyCsv = format === "csv" ? { delimiter, bom: "1" } : {};
  const address = addressOf({ path, query }, { format, headers, ...onlyCsv });
  return (
    <DialogTrigger onOpenChange={reset}>
      <Button className="quiet">
        <Sign size={16} aria-hidden />
        {DOWNLOAD.opens}
      </Button>
      <Popover className="popover editor" placement="bottom end">
        <Select label={DOWNLOAD.format} of={DOWNLOAD.formats} is={format} onChange={setFormat} />
        <Select label={DOWNLOAD.heads} of={DOWNLOAD.headers} is={headers} onChange={setHeaders} />
        {format === "csv" && (
          <Select
            label={DOWNLOAD.delimiter}
            of={DOWNLOAD.delimiters}
            is={delimiter}
            onChange={setDelimiter}
          />
        )}
        {error !== null && <Failure error={error} />}
        <Button className={isPending ? "main pending" : "main"} onPress={() => mutate(address)}>
          {DOWNLOAD.does}
        </Button>
      </Popover>
    </DialogTrigger>
  );
}

/** Downloads all items of a list as CSV at one press. */
export function DownloadCsv({ label, ...file }: FileOf & { label: string }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: downloaded });
  return (
    <>
      <Button
        className={isPending ? "quiet pending" : "quiet"}
        onPress={() => mutate(addressOf(file, { format: "csv", bom: "1" }))}
      >
        <Sign size={16} aria-hidden />
        {label}
      </Button>
      {error !== null && <Failure error={error} />}
    </>
  );
}

const addressOf = ({ path, query }: FileOf, options: NonNullable<FileOf["query"]>): string =>
  `${path}?${searchOf({ ...query, ...options })}`;

const searchOf = (query: NonNullable<FileOf["query"]>): string =>
  new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

/** Reads a file whole and hands it to the browser: one that is refused or cut leaves nothing behind. */
async function downloaded(address: string): Promise<void> {
  const reply = await fetch(address, { headers: { "X-Requested-With": "console" } });
  if (!reply.ok) {
    const problem = (await reply.json().catch(() => undefined)) as Problem | undefined;
    throw new ProblemError(reply.status, problem);
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1] ?? "";
  link.click();
  URL.revokeObjectURL(link.href);
}
