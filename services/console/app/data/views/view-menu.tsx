import { answered } from "@jst/client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { api, type Schemas } from "../../api.ts";
import { EditForm } from "../../parts/edit.tsx";
import { Failure } from "../../parts/failure.tsx";
import { FormDialog } from "../../parts/opening.tsx";
import { ifVersion, useWriting } from "../../parts/writing.ts";
import { mayDo, useSession } from "../../session/session.ts";
import { VIEWS } from "../../words/views.ts";
import type { Table } from "../tables.ts";
import { viewsKey, type Looking, type View } from "./use-look.ts";

interface ViewMenuOf {
  table: Table;
  view: View;
  looking: Looking;
}

/** The menu of the open tab, which renames and deletes its view. */
export function ViewMenu({ table, view, looking }: ViewMenuOf) {
  const session = useSession();
  const [isRenaming, setRenaming] = useState(false);
  const path = { table_id: table.id, view_id: view.id };
  const touches = [viewsKey(table.id)];
  const removing = useWriting({
    send: (_none: undefined, key) => {
      const params = { path, header: { ...key, ...ifVersion(view.version) } };
      return answered(api.DELETE("/api/v1/data/tables/{table_id}/views/{view_id}", { params }));
    },
    touches,
    onDone: (done) => "queued" in done || looking.open(""),
  });
  const [mayWrite, mayRemove] = [mayDo(session, "tables", "write"), mayDo(session, "tables", "delete")];
  if (!mayWrite && !mayRemove) return null;
  return (
    <>
      <MenuTrigger>
        <Button className="quiet close" aria-label={VIEWS.menu(view.name)}>
          <Ellipsis size={16} aria-hidden />
        </Button>
        <Popover className="popover teams" placement="bottom end">
          <Menu
            aria-label={VIEWS.menu(view.name)}
            onAction={(act) => {
              if (act === "rename") setRenaming(true);
              else removing.mutate(undefined);
            }}
          >
            {mayWrite && <MenuItem id="rename">{VIEWS.rename}</MenuItem>}
            {mayRemove && <MenuItem id="remove">{VIEWS.remove}</MenuItem>}
          </Menu>
        </Popover>
      </MenuTrigger>
      {removing.error !== null && <Failure error={removing.error} />}
      <FormDialog title={VIEWS.renames} isOpen={isRenaming} onClose={() => setRenaming(false)}>
        {(close) => <Rename {...{ path, view, touches, close }} />}
      </FormDialog>
    </>
  );
}

interface RenameOf extends Pick<ViewMenuOf, "view"> {
  path: { table_id: string; view_id: string };
  touches: readonly (readonly unknown[])[];
  close: () => void;
}

function Rename({ path, view, touches, close }: RenameOf) {
  return (
    <EditForm<Schemas["ViewPatch"], View, object>
      of={view}
      fields={[{ name: "name", kind: "text", label: VIEWS.name, isRequired: true }]}
      touches={touches}
      send={(body, header) => {
        const params = { path, header };
        return answered(api.PATCH("/api/v1/data/tables/{table_id}/views/{view_id}", { params, body }));
      }}
      onClose={close}
    />
  );
}
