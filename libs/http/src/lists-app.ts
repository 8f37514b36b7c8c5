import type { Caller } from "@jst/caller";
import {
  beginFile,
  exportEntry,
  FILE_MS,
  fileReply,
  once,
  readForm,
  shapeOf,
  STALL_MS,
  unrecordedExport,
  type ExportEntry,
  type JsonSchema,
  type ListFacts,
  type Page,
} from "@jst/rpc";
import type { Request, RequestHandler, Response } from "express";
import { Readable } from "node:stream";
import { departureOf, sendStream } from "./departure.ts";

type Query = Readonly<Record<string, unknown>>;

/** Items of a page of a walk. */
const PAGE_ROWS = 500;

/** A list that a service answers over plain HTTP. */
export interface HttpList {
  list: ListFacts;
  /** Resource of its scope; empty if it needs none. */
  resource: string;
  /** Schema of its own parameters. */
  own: JsonSchema | null;
  /** Makes one page as JSON has it; one of a file is whole, or it throws. */
  page: (query: Query, request: Request, response: Response, isOfFile: boolean) => Promise<object>;
  /** Puts an export on record. */
  record: (entry: ExportEntry, request: Request, response: Response) => Promise<void>;
}

/** Set by the gateway for HEAD, which comes in as GET. */
const HEAD_HEADER = "x-internal-head";

/** Answers a list page by page as JSON, or as a file of all its items (moving.files). */
export function listHandler(list: HttpList): RequestHandler {
  return async (request, response) => {
    const sent = (response.locals as { query: Query }).query;
    const form = readForm(sent, list.own, request.get("accept"));
    if (form.file === undefined) response.json(await list.page(form.query, request, response, false));
    else await sendFile(list, { ...form, file: form.file }, request, response);
  };
}

async function sendFile(
  list: HttpList,
  { query, file }: Required<ReturnType<typeof readForm>>,
  request: Request,
  response: Response,
): Promise<void> {
  if (file === undefined) return;
  const { caller } = response.locals as { caller: Caller };
  const end = await beginFile(caller.team_id, () => departureOf(response));
  const close = once(() => {
    end();
    return Promise.resolve();
  });
  try {
    const shape = shapeOf(list.list);
    const limit = Object.hasOwn(list.own?.["properties"] ?? {}, "limit") ? { limit: PAGE_ROWS } : {};
    const reply = await fileReply({
      ...{ file, shape, close, skipped: 0, timeZone: caller.team.timezone },
      first: await pageOf(list, { ...query, ...limit }, request, response),
      isHead: request.get(HEAD_HEADER) !== undefined || request.method === "HEAD",
      record: async (rows) => {
        const entry = exportEntry({
          resource: list.resource,
          name: shape.name,
          rows,
          file,
          input: { path: {}, query },
        });
        await list.record(entry, request, response).catch((cause: unknown) => {
          throw unrecordedExport(cause);
        });
      },
    });
    response.set(reply.headers).setHeader("content-type", reply.contentType);
    if (reply.file === undefined) response.end();
    else await sendWithin(response, Readable.from(reply.file.chunks));
  } finally {
    await close();
  }
}

/** Sends the pieces; a reader that takes nothing, and a file that takes too long, are cut. */
async function sendWithin(response: Response, stream: Readable): Promise<void> {
  const alarm = setTimeout(() => response.destroy(), FILE_MS);
  response.setTimeout(STALL_MS, () => response.destroy());
  try {
    await sendStream(response, stream);
  } finally {
    clearTimeout(alarm);
  }
}

async function pageOf(list: HttpList, query: Query, request: Request, response: Response): Promise<Page> {
  const page = (await list.page(query, request, response, true)) as Record<string, unknown>;
  return {
    items: page[list.list.plural] as Page["items"],
    total: undefined,
    next:
      page["has_more"] === true
        ? () => pageOf(list, { ...query, cursor: page["next_cursor"] }, request, response)
        : undefined,
  };
}
