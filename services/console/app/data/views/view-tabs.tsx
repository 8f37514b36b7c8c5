import { ChevronDown } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Failure } from "../../parts/failure.tsx";
import { VIEWS } from "../../words/views.ts";
import type { Table } from "../tables.ts";
import type { Looking } from "./use-look.ts";
import { ViewChanges } from "./view-changes.tsx";
import { ViewMenu } from "./view-menu.tsx";

interface ViewTabsOf {
  table: Table;
  looking: Looking;
}

/** So many tabs a person overlooks; more are in a menu too. */
const TABS_MANY = 6;

/** The views of a table as tabs, and what a changed one can be saved to (console.views). */
export function ViewTabs({ table, looking }: ViewTabsOf) {
  const { views, view, error } = looking;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div className="view-bar">
        <TabList looking={looking} />
        {views.length > TABS_MANY && <AllViews looking={looking} />}
        {view !== undefined && <ViewMenu key={view.id} table={table} view={view} looking={looking} />}
        {looking.isChanged && <ViewChanges table={table} looking={looking} />}
      </div>
    </>
  );
}

const tabsOf = ({ views }: Looking) => [{ id: "", name: VIEWS.all }, ...views];

/** Arrow keys go from tab to tab, Enter and Space open one. */
function TabList({ looking }: Pick<ViewTabsOf, "looking">) {
  const list = useRef<HTMLDivElement>(null);
  const tabs = tabsOf(looking);
  const openId = looking.view?.id ?? "";
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-selected=true]");
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openId, tabs.length]);
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const at = all.findIndex((tab) => tab === document.activeElement);
    const to = STEPS[event.key]?.(at, all.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={VIEWS.list}
      className="view-tabs"
      tabIndex={-1}
      onKeyDown={move}
    >
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === openId}
          tabIndex={id === openId ? 0 : -1}
          onClick={() => looking.open(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The tab to which a key goes, from the one that has the focus. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** All views by name, where they do not all stand beside each other. */
function AllViews({ looking }: Pick<ViewTabsOf, "looking">) {
  return (
    <MenuTrigger>
      <Button className="quiet close" aria-label={VIEWS.allViews}>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover className="popover teams" placement="bottom end">
        <Menu aria-label={VIEWS.allViews} onAction={(id) => looking.open(String(id).slice(1))}>
          {tabsOf(looking).map(({ id, name }) => (
            <MenuItem key={id} id={`-${id}`}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
