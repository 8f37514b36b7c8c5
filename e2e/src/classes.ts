import { registry, type Rpc } from "./registry.ts";

/** Kinds of rpc by what the gates in front of every handler do; each rpc is of exactly one (classes.test.ts). */
const kinds: Readonly<Record<string, (rpc: Rpc) => boolean>> = {
  internal: (rpc) => rpc.access === "internal",
  "of members who are signed in": (rpc) => rpc.access === "member",
  public: (rpc) => rpc.access === "public",
  "door of agents": (rpc) => rpc.door !== "rest",
  read: (rpc) => isGated(rpc) && rpc.readOnly,
  "write that waits for approval": (rpc) => isWrite(rpc) && rpc.trust === "matrix" && !isDecision(rpc),
  "write that waits for nobody": (rpc) => isWrite(rpc) && rpc.trust === "direct" && !isDecision(rpc),
  "write of services alone": (rpc) => isWrite(rpc) && rpc.trust === "service_only",
  "decision on a changeset": (rpc) => isWrite(rpc) && isDecision(rpc),
};

const isGated = (rpc: Rpc): boolean =>
  rpc.door === "rest" && (rpc.access === "scope" || rpc.access === "authenticated");
const isWrite = (rpc: Rpc): boolean => isGated(rpc) && !rpc.readOnly;
const isDecision = (rpc: Rpc): boolean => rpc.service === "changes.v1.Changes" && !rpc.readOnly;

/** Names of the kinds that the rpc is of. */
export function kindsOf(rpc: Rpc): string[] {
  return Object.entries(kinds).flatMap(([name, isOf]) => (isOf(rpc) ? [name] : []));
}

/**
 * The class of an rpc: which process answers, behind which gates, and through how many doors. What is in front of the
 * handlers is the same code with the same settings for all of a class, so one of them shows it for all. A decision is
 * a class of its own: each asks for something else of who decides.
 */
export function classOf(rpc: Rpc): string {
  const [kind = "none"] = kindsOf(rpc);
  return [
    kind,
    isDecision(rpc) ? rpc.method : "",
    rpc.home,
    rpc.surface,
    rpc.access,
    rpc.resource === "*" ? "every scope" : "",
    rpc.module === "" ? "" : "of a module",
    rpc.tool === null ? "" : "a tool",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

const representatives = new Map(registry.toReversed().map((rpc) => [classOf(rpc), rpc]));

/** The rpc that stands for the class of this one: the registry's first. */
export function representativeOf(rpc: Rpc): Rpc {
  const found = representatives.get(classOf(rpc));
  if (found === undefined) throw new Error(`The registry lacks ${rpc.service}/${rpc.method}.`);
  return found;
}

/** True for the rpc that stands for its class. */
export function isRepresentative(rpc: Rpc): boolean {
  return representativeOf(rpc) === rpc;
}

/** Rpcs that only the author of the sample may call, which is the service token (comments.author). */
export const ofAuthors = new Set(["DeleteThingComment"]);
