import { answered, ProblemError } from "@jst/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, type Schemas } from "../api.ts";
import { showToast } from "../parts/toasts.tsx";
import { useWriting } from "../parts/writing.ts";
import { PREFERENCES } from "../words/preferences.ts";
import { copiedPreferences, copyPreferences, DEFAULTS, PLACE, type Preferences } from "./browser-copy.ts";
import { locale, localeOf } from "./locale.ts";
import { applyTheme } from "./theme.ts";

/** Members that a write changes. */
export type PreferencesPatch = Schemas["PreferencesPatch"];

/** Writes in the same turn follow one another. */
export const TURN = "preferences";

const queryKey = ["preferences"];

export const preferencesOptions = queryOptions({ queryKey, queryFn: read, staleTime: Infinity });

/** Reads the preferences; of a service that does not know them yet, the defaults with the version 0. */
async function read(): Promise<Preferences> {
  try {
    return await answered(api.GET("/api/v1/preferences"));
  } catch (error) {
    if (error instanceof ProblemError && error.problem?.code === "route_not_found") return DEFAULTS;
    throw error;
  }
}

/** Returns the preferences of the signed-in member; until they have loaded, those that this browser saw last. */
export function usePreferences(): Preferences {
  return useQuery(preferencesOptions).data ?? copiedPreferences() ?? DEFAULTS;
}

/**
 * Loads the preferences, draws the page by them, and reads them again if another window stores others. Returns whether
 * the page may be drawn: on a browser without a copy, not before its locale is known (preferences.console).
 */
export function useAppliedPreferences(): boolean {
  const queries = useQueryClient();
  const { data, error } = useQuery(preferencesOptions);
  const [isReady, setReady] = useState(() => copiedPreferences() !== undefined);
  const hasBegun = useRef(false);
  useEffect(() => onCopied(() => void queries.invalidateQueries({ queryKey })), [queries]);
  useEffect(() => {
    if (data === undefined) return;
    applyTheme(data.theme);
    const isCopied = copyPreferences(data);
    // Later a window reloads for its own writes alone: others may have unsaved fields.
    if (!hasBegun.current && isCopied && isOtherwiseSpoken(data)) globalThis.location.reload();
    else setReady(true);
    hasBegun.current = true;
  }, [data]);
  return isReady || error !== null;
}

/** Calls the listener if another window stores other preferences, until the returned function is called. */
function onCopied(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === PLACE && newValue !== null) listener();
  };
  globalThis.addEventListener("storage", onStorage);
  return () => globalThis.removeEventListener("storage", onStorage);
}

/** Whether the page would begin otherwise with the preferences. */
export const isOtherwiseSpoken = (preferences: Preferences): boolean => localeOf(preferences) !== locale;

/** Returns a function that changes some of the preferences, at once on the page and whatever another window changes. */
export function useSetPreferences(): (patch: PreferencesPatch) => void {
  const queries = useQueryClient();
  const writing = useWriting({
    send: (body: PreferencesPatch, header) =>
      // The request outlives a page that is left at once.
      answered(api.PATCH("/api/v1/preferences", { params: { header }, body, keepalive: true })),
    touches: [],
    turn: TURN,
    onDone: (stored) => queries.setQueryData(queryKey, stored),
    onRefused: () => {
      showToast({ text: PREFERENCES.notStored });
      return queries.invalidateQueries({ queryKey });
    },
  });
  return (patch) => {
    const shown = queries.getQueryData(preferencesOptions.queryKey) ?? copiedPreferences() ?? DEFAULTS;
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(preferencesOptions.queryKey, { ...shown, ...patch });
    if (shown.version > 0) writing.mutate(patch);
  };
}
