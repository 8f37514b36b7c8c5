import "./preferences/theme.ts";
import "./style/tokens.css";
import "./style/ground.css";
import "./style/shell.css";
import "./style/dialogs.css";
import "./style/parts.css";
import "./style/forms.css";
import "./style/pages.css";
import "./style/overlays.css";
import "./style/grid.css";
import "./style/row-panel.css";
import "./style/views.css";
import "./style/imports.css";
import "./style/phone.css";
import { ProblemError } from "@jst/client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { isWorthAnotherTry } from "./answers.ts";
import { Console } from "./console.tsx";
import { askingNavigation } from "./parts/leaving.tsx";

/** A 401 or 403 means that the session ended or its role changed elsewhere, so the session is loaded again. */
function doubtSession(error: Error, of?: readonly unknown[]): void {
  const isRefused = error instanceof ProblemError && [401, 403].includes(error.status);
  if (isRefused && of?.[0] !== "session") void queries.invalidateQueries({ queryKey: ["session"] });
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => doubtSession(error, queryKey) }),
  mutationCache: new MutationCache({ onError: (error) => doubtSession(error) }),
  defaultOptions: {
    queries: { retry: isWorthAnotherTry, staleTime: 2_000 },
    mutations: { networkMode: "always" },
  },
});
// After a release the files of an open page are gone; the new page names the new ones.
globalThis.addEventListener("vite:preloadError", () => globalThis.location.reload());
const root = document.getElementById("console");
if (root === null) throw new Error("The page has no place for the console.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base="/console" aroundNav={askingNavigation}>
        <Console />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
