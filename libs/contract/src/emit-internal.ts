import { serviceDescriptor } from "./descriptor.ts";
import { HEADER, type Generated } from "./generated.ts";
import type { Protos } from "./load.ts";
import { isFreeForm, logicalMessagesOf } from "./logical.ts";
import type { Rpc } from "./model.ts";
import { interfaceOf } from "./typescript.ts";

/** What one service may call of others: types, and wire messages. Nothing else can be called with InternalClient. */
export function emitInternal(caller: string, all: readonly Rpc[], protos: Protos): Generated[] {
  const rpcs = all.filter((rpc) => rpc.callers.includes(caller));
  if (rpcs.length === 0) return [];
  const interfaces = logicalMessagesOf(rpcs).map((message) => interfaceOf(message, protos.options));
  const typeOf = (message: Rpc["request"]): string =>
    message === undefined || isFreeForm(message) ? "Record<string, unknown>" : message.name;
  const members = rpcs.map(
    ({ name, request, response, readOnly }) =>
      `  ${JSON.stringify(name)}: { request: ${typeOf(request)}; response: ${typeOf(response)}; readOnly: ${readOnly} };`,
  );
  const entries = rpcs.map(({ name, readOnly }) => `    ${JSON.stringify({ name, readOnly })},`);
  const content = [
    HEADER,
    'import { readFileSync } from "node:fs";\n',
    ...interfaces,
    `/** Internal rpcs of other services that name this one as a caller. */
export interface InternalCalls {
${members.join("\n")}
}

/** The same as data, for InternalClient: which of them may be sent again, and their wire messages. */
export const internal = {
  rpcs: [
${entries.join("\n")}
  ],
  descriptor: readFileSync(new URL("./internal.binpb", import.meta.url)),
} as const;
`,
  ].join("\n");
  return [
    { path: `services/${caller}/gen/internal.ts`, content },
    { path: `services/${caller}/gen/internal.binpb`, content: serviceDescriptor(protos, rpcs) },
  ];
}
