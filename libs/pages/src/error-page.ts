import { asAppError, type AppError } from "@jst/errors";
import { recordedStatus } from "@jst/rpc";
import { problemContext } from "@jst/http";
import type { Logger } from "@jst/telemetry";
import type { ErrorRequestHandler } from "express";
import { html } from "./html.ts";
import { sendPage, type Page, type PageHeaders } from "./page.ts";

const ours = {
  title: "Something went wrong",
  sentence: "This is our fault. What you sent was not stored. Try again in a moment.",
};

/** Words for a refusal, by its status; other refusals show their own words. */
const words: Readonly<Record<number, { title: string; sentence: string }>> = {
  400: { title: "This could not be read", sentence: "Go back, reload the page and send it again." },
  403: {
    title: "Not allowed",
    sentence: "Nothing was done. Go back, reload the page and send it again.",
  },
  404: {
    title: "Page not found",
    sentence: "This address does not have a page. Check that the address is complete.",
  },
  410: { title: "No longer here", sentence: "This link has expired. Ask for a new one." },
  413: {
    title: "This is too much",
    sentence: "What you sent is too large for this page. Shorten it.",
  },
  415: {
    title: "This could not be read",
    sentence: "This page can be used only through its form. Go back and use the form.",
  },
  429: { title: "Too many at once", sentence: "Wait a minute, then go back and send it again." },
};

/** Words for a refusal by its code, if the status is not specific enough. */
const wordsOf: Readonly<Partial<Record<string, { title: string; sentence: string }>>> = {
  sign_in_refused: {
    title: "Not signed in",
    sentence: "You are not signed in. Try again, or ask for a sign-in link.",
  },
};

/** The page of a refusal. It shows nothing of whose page was asked for: all that are not there look the same. */
export function errorPage({ status, code, headers }: AppError): Page {
  const { title, sentence } = wordsOf[code] ?? words[status] ?? ours;
  return { status, title, content: html`<p>${sentence}</p>\n`, isRefused: true, headers };
}

/** Answers what a page throws as a page; to a program that asks for JSON and no HTML, as every other door does. */
export function renderErrorPage(logger: Logger, pageHeaders: PageHeaders): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    const accepted = request.get("accept") ?? "";
    if (/application\/(?:problem\+)?json/i.test(accepted) && !/text\/html/i.test(accepted)) {
      response.set({ ...pageHeaders, "cache-control": "no-store" });
      next(thrown);
      return;
    }
    const error = asAppError(thrown);
    const { requestId } = problemContext(request, "");
    if (recordedStatus(error.status, response.closed) >= 500)
      logger.error({ error, request_id: requestId }, "request");
    if (response.headersSent) response.destroy();
    else sendPage(response, errorPage(error), pageHeaders);
  };
}
