import { Search as SearchIcon } from "lucide-react";
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { useLocation } from "wouter";
import { Appointment } from "../parts/moment.tsx";
import { SEARCH } from "../words/search.ts";
import { useSearch } from "./use-search.ts";
import { useTables } from "./used-tables.ts";

/** Opens the search, from the menu or the bar. */
export function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      className="search-button"
      title={SEARCH.hint}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={onSearch}
    >
      <SearchIcon size={16} aria-hidden />
      <span className="label">{SEARCH.opens}</span>
    </button>
  );
}

interface SearchOf {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Finds pages, tables and records by name; Enter goes to the first. */
export function Search({ isOpen, onOpen }: SearchOf) {
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={onOpen} isDismissable>
      <Modal className="search-dialog">
        <Dialog aria-label={SEARCH.opens}>
          <Finds onGo={() => onOpen(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finds({ onGo }: { onGo: () => void }) {
  const [text, setText] = useState("");
  const [, navigate] = useLocation();
  const { found, isLooking, failed } = useSearch(text, useTables());
  const go = (to: string) => {
    onGo();
    navigate(to);
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField className="search" autoFocus>
        <Label className="unseen">{SEARCH.label}</Label>
        <Input placeholder={SEARCH.label} />
      </SearchField>
      <ListBox
        className="found"
        aria-label={SEARCH.results}
        items={found}
        onAction={(to) => go(String(to))}
        renderEmptyState={() => <p className="aside">{isLooking ? SEARCH.loading : SEARCH.none}</p>}
      >
        {({ to, name, about, start }) => (
          <ListBoxItem id={to} textValue={name}>
            <span>{name}</span>
            <span className="aside">
              {about}
              {start !== undefined && (
                <>
                  , <Appointment at={start} />
                </>
              )}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
      {failed.length > 0 && <p role="status">{SEARCH.failed(failed.join(", "))}</p>}
    </Autocomplete>
  );
}
