import { asAppError, type AppError } from "@jst/errors";
import { recordedStatus } from "@jst/rpc";
import { problemContext } from "@jst/http";
import type { Logger } from "@jst/telemetry";
import type { ErrorRequestHandler } from "express";
import { html } from "./html.ts";
import { sendPage, type Page } from "./page.ts";

const ours = {
  title: "Something went wrong",
  sentence: "It is our fault. Nothing of what you sent was stored. Try again in a moment.",
};

/** What people are told of a refusal, by its status; the others are told in its own words. */
const words: Readonly<Record<number, { title: string; sentence: string }>> = {
  400: { title: "This could not be read", sentence: "Go back, load the page again and send it once more." },
  404: { title: "Page not found", sentence: "There is no page here. Look whether the address is complete." },
  410: { title: "No longer here", sentence: "The time of this address has passed. Ask for a new one." },
  413: {
    title: "This is too much",
    sentence: "What you sent is larger than what this page takes. Shorten it.",
  },
  415: {
    title: "This could not be read",
    sentence: "The page takes what its own form sends, and nothing else.",
  },
  429: { title: "Too many at once", sentence: "Wait a minute, then go back and send it once more." },
};

/** The page of a refusal. It shows nothing of whose page was asked for: all that are not there look the same. */
export function errorPage({ status, headers }: AppError): Page {
  const { title, sentence } = words[status] ?? ours;
  return { status, title, content: html`<p>${sentence}</p>\n`, isRefused: true, headers };
}

/** Answers what a page throws as a page. */
export function renderErrorPage(logger: Logger): ErrorRequestHandler {
  // Express tells a handler of errors by its four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the fourth is needed for that alone.
  return (thrown: unknown, request, response, _next) => {
    const error = asAppError(thrown);
    const { requestId } = problemContext(request, "");
    if (recordedStatus(error.status, response.closed) >= 500)
      logger.error({ error, request_id: requestId }, "request");
    if (response.headersSent) response.destroy();
    else sendPage(response, errorPage(error));
  };
}
