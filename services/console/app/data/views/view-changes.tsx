import { answered, isQueued } from "@jst/client";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../../api.ts";
import { Failure } from "../../parts/failure.tsx";
import { Opening } from "../../parts/opening.tsx";
import { WriteForm } from "../../parts/write-form.tsx";
import { ifVersion, useWriting } from "../../parts/writing.ts";
import { mayDo, useSession } from "../../session/session.ts";
import { VIEWS } from "../../words/views.ts";
import type { Table } from "../tables.ts";
import { bodyOf, newViewOf } from "./look.ts";
import { viewsKey, type Looking, type View } from "./use-look.ts";

interface ViewChangesOf {
  table: Table;
  looking: Looking;
}

/** Buttons of a changed look: it changes nothing for others until it is saved. */
export function ViewChanges({ table, looking }: ViewChangesOf) {
  const mayWrite = mayDo(useSession(), "tables", "write");
  const { view, discard } = looking;
  return (
    <div className="view-changes">
      {mayWrite && view !== undefined && <Save {...{ table, looking, view }} />}
      {mayWrite && (
        <Opening opens={VIEWS.saveAs}>{(close) => <SaveAs {...{ table, looking, close }} />}</Opening>
      )}
      <Button className="quiet" onPress={() => focusTab(discard)}>
        {VIEWS.discard}
      </Button>
    </div>
  );
}

/** The pressed button goes with the change; the focus goes to the tab of the view. */
function focusTab(change: () => void): void {
  change();
  document.querySelector<HTMLElement>(".view-tabs [aria-selected=true]")?.focus();
}

/** Stores the look in its view, unless somebody else has changed that since it was read. */
function Save({ table, looking, view }: ViewChangesOf & { view: View }) {
  const saving = useWriting({
    send: (body: Schemas["ViewPatch"], key) => {
      const path = { table_id: table.id, view_id: view.id };
      const params = { path, header: { ...key, ...ifVersion(view.version) } };
      return answered(api.PATCH("/api/v1/data/tables/{table_id}/views/{view_id}", { params, body }));
    },
    touches: [viewsKey(table.id)],
    onShown: (done) => isQueued(done) || focusTab(looking.discard),
  });
  return (
    <>
      {saving.error !== null && <Failure error={saving.error} />}
      <Button
        className={saving.isPending ? "main pending" : "main"}
        onPress={() => saving.isPending || saving.mutate(bodyOf(looking.look, view, table.columns ?? []))}
      >
        {VIEWS.save}
      </Button>
    </>
  );
}

/** Stores the look as another view, and opens it. */
function SaveAs({ table, looking, close }: ViewChangesOf & { close: () => void }) {
  const writing = useWriting({
    send: ({ name }: Schemas["ViewCreate"], header) => {
      const params = { path: { table_id: table.id }, header };
      const body = newViewOf(name, looking.look, looking.view, table.columns ?? []);
      return answered(api.POST("/api/v1/data/tables/{table_id}/views", { params, body }));
    },
    touches: [viewsKey(table.id)],
    onShown: (made) => {
      close();
      if (!isQueued(made)) looking.open(made.id);
    },
  });
  return (
    <WriteForm
      fields={[{ name: "name", kind: "text", label: VIEWS.name, isRequired: true }]}
      does={VIEWS.does}
      writing={writing}
    />
  );
}
