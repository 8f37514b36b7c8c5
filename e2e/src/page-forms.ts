import http from "node:http";
import { fleet } from "./fleet.ts";

/** Sends a form to a page through the gateway, from this address of the machine. */
export function postForm(
  path: string,
  form: string,
  { from = "127.0.0.1", headers = {} } = {},
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const options = { method: "POST", localAddress: from, agent: false, headers: { ...type, ...headers } };
  const request = http.request(`${fleet().base_url}${path}`, options, (reply) => {
    reply.resume().on("end", () => resolve(reply));
  });
  request.on("error", reject).end(form);
  return promise;
}

/** Headers in which a client claims to be somebody else. */
export const forgedSource = (n: number): Record<string, string> => ({
  "x-forwarded-for": `198.51.100.${n}`,
  "x-real-ip": `198.51.100.${n}`,
  forwarded: `for=198.51.100.${n}`,
  "x-envoy-external-address": `198.51.100.${n}`,
});
