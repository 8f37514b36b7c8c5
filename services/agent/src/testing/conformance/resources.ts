import { AppError } from "@jst/errors";
import { cacheable } from "../../mcp/cacheable.ts";
import { RpcError, rpcCodes } from "../../mcp/json-rpc.ts";
import { PNG, type Fixture } from "./answer.ts";

/** Methods of resources that the conformance suite calls. */
export const resourceMethods: Readonly<Record<string, Fixture>> = {
  "resources/list": () => ({
    resources: [
      {
        uri: "test://static-text",
        name: "static-text",
        description: "A text that stays.",
        mimeType: "text/plain",
      },
      {
        uri: "test://static-binary",
        name: "static-binary",
        description: "A picture that stays.",
        mimeType: "image/png",
      },
    ],
    ...cacheable,
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      {
        uriTemplate: "test://template/{id}/data",
        name: "template",
        description: "Data by id.",
        mimeType: "application/json",
      },
    ],
    ...cacheable,
  }),
  "resources/read": ({ message }) => {
    const uri = String(message.params["uri"]);
    return { contents: [{ uri, ...contentOf(uri) }], ...cacheable };
  },
};

function contentOf(uri: string): object {
  if (uri === "test://static-text")
    return { mimeType: "text/plain", text: "This is the content of the static text resource." };
  if (uri === "test://static-binary") return { mimeType: "image/png", blob: PNG };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) {
    const error = new AppError("not_found", "There is no such resource.", { extension: { uri } });
    throw new RpcError(rpcCodes.invalidParams, 200, error);
  }
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { mimeType: "application/json", text };
}
