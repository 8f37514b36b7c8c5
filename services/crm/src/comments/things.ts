import { hasRight, isModuleOn } from "@jst/caller";
import { AppError, notFound, type FieldError } from "@jst/errors";
import { isUuid, type Call, type CalledRpc, type UpstreamReply, type Upstreams } from "@jst/rpc";
import { things } from "../../gen/things.ts";
import type { Peers } from "../../gen/internal.ts";
import type { FoundThing, NamedThing, Thing } from "./thing.ts";

/** Peers by which things are found. */
interface ThingPeers {
  upstreams: Pick<Upstreams, "call">;
  /** Makes the token of a proposer whose proposal runs. */
  auth: Pick<Peers["auth"], "callerFor">;
  /** Knows files, whose GET answers bytes. */
  data: Pick<Peers["data"], "describeFiles">;
}

type AskingCall = Pick<Call<unknown>, "caller" | "hop">;

/** Request of an rpc as its caller. */
interface ThingRequest {
  called: Pick<CalledRpc, "rpc"> & Pick<Thing, "path">;
  path: Record<string, string>;
  /** Query of the address. */
  search?: string;
  body?: string;
  headers?: Record<string, string>;
}

const byNoun: Readonly<Record<string, Thing>> = things;

/** Returns the kind of things of a noun; undefined for another word. */
export function thingOf(noun: string): Thing | undefined {
  return Object.hasOwn(byNoun, noun) ? byNoun[noun] : undefined;
}

/** Things of every service, each asked by its own GET as the caller (comments.reading). */
export class Things {
  readonly #peers: ThingPeers;

  constructor(peers: ThingPeers) {
    this.#peers = peers;
  }

  /** Finds the thing; undefined where it is absent to the caller, whatever the reason. */
  async find(named: NamedThing, call: AskingCall): Promise<FoundThing | undefined> {
    const thing = thingOf(named.resource);
    if (thing === undefined || !isReadable(thing, call)) return undefined;
    if (thing.isBytes) return this.#findFile(named, call);
    const { table_id: table, resource_id: id } = named;
    if (thing.isInTable && (table ?? "") === "") return undefined;
    const path = { ...(thing.isInTable ? { table_id: table ?? "" } : {}), [thing.id]: id };
    const item = await this.#item({ called: thing, path }, call);
    if (item === undefined) return undefined;
    const table_id = thing.isInTable ? await this.#tableOf(item, table ?? "", call) : null;
    if (table_id === undefined) return undefined;
    return { resource: named.resource, resource_id: item.id, table_id };
  }

  /** Finds the thing of a path or a query; throws 404 where `find` finds none. */
  async require(named: NamedThing, call: AskingCall): Promise<FoundThing> {
    const found = await this.find(named, call);
    if (found === undefined) throw notFound();
    return found;
  }

  /** Calls an rpc as the caller; throws where the service cannot answer. */
  async send(request: ThingRequest, { hop, caller }: AskingCall): Promise<UpstreamReply> {
    const { called, path, search = "", body, headers = {} } = request;
    const token = hop.callerToken ?? (await this.#tokenOf({ hop, caller }));
    const reply = await this.#peers.upstreams.call(called, {
      path,
      body,
      headers: {
        "x-internal-token": token,
        "x-envoy-original-path": `${filled(called.path, path)}${search}`,
        "x-request-id": hop.requestId,
        ...(hop.traceparent === undefined ? {} : { traceparent: hop.traceparent }),
        ...headers,
      },
      deadline: hop.deadline,
      departure: hop.departure?.() ?? new AbortController().signal,
    });
    if (reply.status >= 500)
      throw new AppError("unavailable", "A service that this request needs cannot answer now. Try again.");
    return reply;
  }

  /** Returns the token of the proposer of a proposal that an approval runs. */
  async #tokenOf({ hop, caller }: AskingCall): Promise<string> {
    const body = { team_id: caller.team_id, token_id: caller.token_id, door: caller.door };
    return (await this.#peers.auth.callerFor(body, hop)).caller_token;
  }

  async #item(request: ThingRequest, call: AskingCall): Promise<Item | undefined> {
    const reply = await this.send(request, call);
    return reply.status === 200 ? (JSON.parse(reply.body.toString()) as Item) : undefined;
  }

  /** Returns the id of the table of an item; a table may be named. */
  async #tableOf({ table_id: own }: Item, named: string, call: AskingCall): Promise<string | undefined> {
    if (own !== undefined) return own;
    if (isUuid(named)) return named.toLowerCase();
    return (await this.#item({ called: things.table, path: { table_id: named } }, call))?.id;
  }

  async #findFile({ resource, resource_id }: NamedThing, call: AskingCall): Promise<FoundThing | undefined> {
    if (!isUuid(resource_id)) return undefined;
    const body = { team_id: call.caller.team_id, ids: [resource_id.toLowerCase()] };
    const [file] = (await this.#peers.data.describeFiles(body, call.hop)).files;
    return file && { resource, resource_id: file.id, table_id: null };
  }
}

/** Members of a thing by which it is known. */
interface Item {
  id: string;
  table_id?: string;
}

/** Returns the place and reason of a thing that a body names and nobody finds. */
export function unknownThing({ resource, table_id: table }: NamedThing): FieldError {
  const thing = thingOf(resource);
  if (thing === undefined) {
    const message = `This is not a thing that has comments. Send one of: ${Object.keys(things).sort().join(", ")}.`;
    return { field: "resource", code: "not_found", message };
  }
  const noun = resource.replaceAll("_", " ");
  if (thing.isInTable && (table ?? "") === "")
    return { field: "table_id", code: "required", message: `Send the table of the ${noun} too.` };
  const message = `Your team has no ${noun} with this id that you can read. Check the id.`;
  return { field: "resource_id", code: "not_found", message };
}

function isReadable({ scope, module }: Thing, { caller }: AskingCall): boolean {
  if (module !== "" && !isModuleOn(caller.team.modules, module)) return false;
  return scope === "" || hasRight(caller, scope, "read");
}

function filled(template: string, path: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (_, field: string) => encodeURIComponent(path[field] ?? ""));
}
