import type { DescMessage } from "@bufbuild/protobuf";
import type { Fault } from "./contract-error.ts";
import { logicalMessagesOf } from "./logical.ts";
import type { Rpc } from "./model.ts";
import { sourceOf } from "./source.ts";

/** Names that Java, Python, Go and the types of TypeScript define without an import, in lower case. */
const BUILTINS: ReadonlySet<string> = new Set(
  [
    // JavaScript, with what browsers add to it.
    ...Object.getOwnPropertyNames(globalThis),
    "Comment Document Element File FileList History Image Location Node Notification Option Plugin Range Report",
    "Screen Selection Storage Text Window",
    // TypeScript.
    "any Awaited Exclude Extract never NonNullable Omit Parameters Partial Pick Readonly Record Required ReturnType",
    "undefined unknown",
    // Java.
    "Boolean Byte Character Class Comparable Compiler Cloneable Double Enum Error Exception Float Integer Iterable Long",
    "Module Number Object Override Package Process Record Runnable Runtime Short String System Thread Throwable Void",
    // Python and Go.
    "bool bytes complex dict False float int iota list map None property range set str True tuple type",
    "append cap chan copy error func import interface len make new nil package rune select struct uintptr var",
  ]
    .flatMap((names) => names.split(" "))
    .map((name) => name.toLowerCase()),
);

/** Names of schemas with which clients that programs generate do not compile (clients.schemas). */
export function nameFaults(rpcs: readonly Rpc[]): Fault[] {
  const seen = new Map<string, DescMessage>();
  const faults = logicalMessagesOf(rpcs).flatMap((message) => {
    const first = seen.get(message.name.toLowerCase());
    seen.set(message.name.toLowerCase(), message);
    return faultsOf(message, first).map((fault) => ({
      at: sourceOf(message).at,
      message: `${message.typeName} ${fault}`,
    }));
  });
  return [...faults, ...rpcs.flatMap(bodyFaults)];
}

function faultsOf({ name }: DescMessage, first: DescMessage | undefined): string[] {
  const faults: string[] = [];
  if (/^New[A-Z]/.test(name))
    faults.push(`is named like the constructor of ${name.slice(3)}; name it ${name.slice(3)}Create`);
  if (BUILTINS.has(name.toLowerCase()))
    faults.push("has the name of a type that a language defines; rename it");
  if (first !== undefined && first.name !== name)
    faults.push(`differs from ${first.typeName} in case alone; rename one`);
  return faults;
}

/** The body of a creation and of a patch says by its name that it is one. */
function bodyFaults({ desc, name, method, request, bindings }: Rpc): Fault[] {
  if (request === undefined || bindings.length === 0) return [];
  const isPatch = bindings.some(({ verb }) => verb === "PATCH");
  const end = isPatch ? "Patch" : /^Create[A-Z]/.test(method) ? "Create" : "";
  if (request.name.endsWith(end)) return [];
  const message = `${name} has the body ${request.typeName}; end its name in ${end}`;
  return [{ at: sourceOf(desc).at, message }];
}
