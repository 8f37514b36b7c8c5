import { answered, ProblemError } from "@jst/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { useUnsavedGuard } from "../parts/changed-forms.ts";
import { Failure } from "../parts/failure.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { copyPreferences, type Preferences } from "../preferences/browser-copy.ts";
import {
  conflictsIn,
  overStored,
  patchOf,
  shownOf,
  withChange,
  without,
  type Draft,
} from "../preferences/draft.ts";
import { isOtherwiseSpoken, preferencesOptions, TURN } from "../preferences/preferences.ts";
import { PREFERENCES } from "../words/preferences.ts";
import { PreferenceConflict } from "./preference-conflict.tsx";
import { PreferenceFields } from "./preference-fields.tsx";

/** Preferences of the member; nothing on a service that does not know them. */
export function PreferencesSection() {
  const { data, error } = useQuery(preferencesOptions);
  if (data?.version === 0) return null;
  return (
    <section className="form" aria-labelledby="preferences">
      <h2 id="preferences">{PREFERENCES.title}</h2>
      <p className="aside">{PREFERENCES.help}</p>
      {data !== undefined ? (
        <PreferencesForm stored={data} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure error={error} />
      )}
    </section>
  );
}

/** The form; a field that another window has changed meanwhile is asked about before it is written. */
function PreferencesForm({ stored }: { stored: Preferences }) {
  const [draft, setDraft] = useState<Draft>({});
  const saving = useSaving(draft, () => setDraft({}));
  const conflicts = conflictsIn(draft, stored);
  useUnsavedGuard(Object.keys(draft).length > 0);
  const save = (over: Draft) => {
    if (!saving.isPending) saving.mutate({ draft: over, version: stored.version });
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (conflicts.length === 0) save(draft);
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      <PreferenceFields
        is={shownOf(draft, stored)}
        faults={faultsOf(saving.error)}
        onChange={(member, value) => setDraft(withChange(draft, stored, member, value))}
      />
      {conflicts.length > 0 ? (
        <PreferenceConflict
          members={conflicts}
          theirs={stored}
          mine={shownOf(draft, stored)}
          onTheirs={() => setDraft(without(draft, conflicts))}
          onMine={() => save(overStored(draft, stored))}
        />
      ) : (
        <>
          {!isOverwriting(saving.error) && (
            <Outcome of={saving} beside={["name"]}>
              {() => <p role="status">{PREFERENCES.saved}</p>}
            </Outcome>
          )}
          <Button type="submit" className={saving.isPending ? "main pending" : "main"}>
            {PREFERENCES.save}
          </Button>
        </>
      )}
    </form>
  );
}

/** A write of changed fields over the version that was shown. */
interface Save {
  draft: Draft;
  version: number;
}

/** Writes the changed fields. Over another version it writes again, unless that has other values in these fields. */
function useSaving(draft: Draft, onSaved: () => void) {
  const queries = useQueryClient();
  const saving = useWriting({
    send: (save: Save, key) => {
      const params = { header: { ...key, ...ifVersion(save.version) } };
      return answered(api.PATCH("/api/v1/preferences", { params, body: patchOf(save.draft) }));
    },
    touches: [["actors"], ["members"]],
    turn: TURN,
    onDone: (stored) => {
      onSaved();
      queries.setQueryData(preferencesOptions.queryKey, stored);
      if (isOtherwiseSpoken(stored) && copyPreferences(stored)) globalThis.location.reload();
    },
    onRefused: (error, save) => {
      if (isOverwriting(error)) void saveAgain(save);
    },
  });
  const saveAgain = async (save: Save) => {
    const now = await queries.query({ ...preferencesOptions, staleTime: 0 });
    if (conflictsIn(save.draft, now).length === 0)
      saving.mutate({ draft: overStored(save.draft, now), version: now.version });
  };
  return saving;
}

const isOverwriting = (error: Error | null): boolean =>
  error instanceof ProblemError && error.problem?.code === "version_conflict";

/** Faults of the name, which stand beside its field. */
const faultsOf = (error: Error | null): string[] =>
  error instanceof ProblemError
    ? (error.problem?.errors ?? []).filter(({ field }) => field === "name").map(({ message }) => message)
    : [];
