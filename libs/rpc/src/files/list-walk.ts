import { withGuarded } from "@jst/caller";
import type { OpenState } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Item } from "@jst/tabular";
import { callOf, type CallFacts } from "../call.ts";
import type { DoorOptions } from "../door.ts";
import type { Call, RpcDefinition } from "../handler.ts";
import { refuseToWrite, type AnyHandler } from "../layers.ts";
import { wireBody } from "../outgoing.ts";
import type { AnyInput } from "../read-input.ts";
import type { FileRequest } from "./file-request.ts";
import type { Page } from "./page.ts";

/** Items of a page of a walk, for lists that let themselves be asked for more than a page of the API. */
const PAGE_ROWS = 2_000;
/** Milliseconds of the making of one page. */
const PAGE_MS = 30_000;

type Query = Readonly<Record<string, unknown>>;

/** A call of a list that asks for its file. */
export interface FileCall<Deps> {
  rpc: RpcDefinition<Deps>;
  handler: AnyHandler<Deps>;
  options: DoorOptions<Deps>;
  facts: CallFacts;
  input: AnyInput;
  file: FileRequest;
  /** True for HEAD, which is answered the headers. */
  isHead: boolean;
}

/** A list that is read page by page in one state of the data. */
export interface WalkedList<Deps> {
  call: FileCall<Deps>;
  state: OpenState;
  query: Query;
}

/** Reads the first page, and if possible the number of all items. */
export function firstPage<Deps>(list: WalkedList<Deps>): Promise<Page> {
  const limit = takes(list, "limit") ? { limit: PAGE_ROWS } : {};
  const count = takes(list, "count") ? { count: "exact" } : {};
  return readPage(list, { ...list.query, ...limit, ...count }, true);
}

async function readPage<Deps>(list: WalkedList<Deps>, query: Query, isCounted: boolean): Promise<Page> {
  const { handler, input, rpc } = list.call;
  const reply = await handler({ path: input.path, query, body: undefined }, callIn(list, isCounted));
  const page = JSON.parse(shownText(wireBody(reply.body), list)) as Record<string, unknown>;
  const items = page[rpc.list?.plural ?? ""];
  if (!Array.isArray(items))
    throw new AppError("invalid_parameter", "These parameters do not ask for a list.");
  const { count: _count, skip: _skip, ...rest } = query;
  const place = takes(list, "cursor") ? "cursor" : "since";
  return {
    items: items as Item[],
    total: typeof page["total"] === "number" ? page["total"] : undefined,
    next:
      page["has_more"] === true
        ? () => readPage(list, { ...rest, [place]: page["next_cursor"] }, false)
        : undefined,
  };
}

/** The text of a page as the caller may see it. */
function shownText<Deps>(body: string | readonly Buffer[], { call }: WalkedList<Deps>): string {
  const text = typeof body === "string" ? body : Buffer.concat(body).toString();
  const { guarded } = call.options;
  return guarded === undefined ? text : withGuarded(text, call.facts.caller, guarded);
}

/** The call of one page: it reads the state, and nothing else. */
export function callIn<Deps>({ call, state }: WalkedList<Deps>, isCounted: boolean): Call<Deps> {
  const { rpc, options, facts } = call;
  const context = { ...facts.context, timeoutMs: PAGE_MS };
  return {
    ...callOf(rpc, { ...facts, context, accept: undefined, isKnown: () => false }, options, refuseToWrite),
    walk: { rows: PAGE_ROWS, isCounted },
    read: (statement, _plan, limits) => state.read(statement, limits?.running),
    snapshot: (work) => work(state.read),
  };
}

function takes<Deps>({ call }: WalkedList<Deps>, name: string): boolean {
  return Object.hasOwn(call.rpc.query?.["properties"] ?? {}, name);
}
