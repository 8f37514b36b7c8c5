import { useState } from "react";
import {
  Autocomplete,
  Button,
  DialogTrigger,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from "react-aria-components";
import { FILTERS } from "../../words/filters.ts";
import { EditorPopover } from "./chip.tsx";
import type { FoundNames } from "./chip-text.ts";
import { ConditionEditor } from "./editor.tsx";
import type { Fields, FilterField } from "./operators.ts";
import type { Condition } from "./tree.ts";

interface AddFilterOf {
  label: string;
  fields: Fields;
  names: FoundNames;
  timeZone: string;
  onAdd: (condition: Condition) => void;
}

/** A button that adds a condition: first its column, then its value. */
export function AddFilter({ label, onAdd, ...of }: AddFilterOf) {
  return (
    <DialogTrigger>
      <Button className="quiet add-filter">{label}</Button>
      <EditorPopover>
        {(close) => (
          <NewCondition
            {...of}
            onAdd={(condition) => {
              close();
              onAdd(condition);
            }}
          />
        )}
      </EditorPopover>
    </DialogTrigger>
  );
}

function NewCondition({ fields, onAdd, ...of }: Omit<AddFilterOf, "label">) {
  const [field, setField] = useState<FilterField>();
  if (field === undefined) return <Fields fields={[...fields.values()]} onField={setField} />;
  return (
    <>
      <strong>{field.display_name}</strong>
      <ConditionEditor field={field} {...of} onCondition={onAdd} />
    </>
  );
}

/** The columns by name, found by a text; the members that every row has come last. */
function Fields({
  fields,
  onField,
}: {
  fields: readonly FilterField[];
  onField: (field: FilterField) => void;
}) {
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Autocomplete filter={contains}>
      <SearchField className="search" autoFocus>
        <Label className="unseen">{FILTERS.column}</Label>
        <Input role="combobox" aria-expanded placeholder={FILTERS.column} />
      </SearchField>
      <ListBox
        className="found"
        aria-label={FILTERS.columns}
        items={fields.toSorted(ownLast)}
        onAction={(name) => {
          const field = fields.find((one) => one.name === name);
          if (field !== undefined) onField(field);
        }}
        renderEmptyState={() => <p className="aside">{FILTERS.nothingFound}</p>}
      >
        {({ name, display_name: title }) => (
          <ListBoxItem id={name} textValue={title}>
            {title}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
}

const OWN = ["id", "created_at", "updated_at"];

const ownLast = (one: FilterField, other: FilterField): number =>
  Number(OWN.includes(one.name)) - Number(OWN.includes(other.name));
