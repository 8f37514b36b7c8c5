import { useState } from "react";
import { Button, Form } from "react-aria-components";
import { Opening } from "../parts/opening.tsx";
import { Select } from "../parts/select.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { useSession } from "../session/session.ts";
import { COMPARISONS, VIEWS } from "../words/tables.ts";
import { asksValue, conditionOf, operatorsOf, type Condition } from "./filters.ts";
import type { Column } from "./tables.ts";

interface FilterOf {
  columns: readonly Column[];
  is: Condition | undefined;
  onFilter: (condition: Condition | undefined) => void;
}

/** Shows only rows of which one condition holds. */
export function Filter({ columns, is, onFilter }: FilterOf) {
  return (
    <>
      <Opening opens={VIEWS.filter}>
        {(close) => (
          <Asked
            columns={columns}
            onFilter={(condition) => {
              onFilter(condition);
              close();
            }}
          />
        )}
      </Opening>
      {is !== undefined && (
        <Button className="quiet" onPress={() => onFilter(undefined)}>
          {VIEWS.clear}
        </Button>
      )}
    </>
  );
}

function Asked({ columns, onFilter }: Pick<FilterOf, "columns" | "onFilter">) {
  const { timezone } = useSession().team;
  const [name, setName] = useState(columns[0]?.name ?? "");
  const [op, setOp] = useState("");
  const [value, setValue] = useState("");
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return null;
  const operators = operatorsOf(column);
  const chosen = operators.includes(op) ? op : (operators[0] ?? "eq");
  const read = (text: string) => conditionOf(column, chosen, text, timezone);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const condition = read(value).value;
        if (condition !== undefined) onFilter(condition);
      }}
    >
      <Select
        label={VIEWS.column}
        of={Object.fromEntries(columns.map((one) => [one.name, one.display_name]))}
        is={name}
        onChange={setName}
      />
      <Select
        label={VIEWS.is}
        of={Object.fromEntries(operators.map((one) => [one, COMPARISONS[one] ?? one]))}
        is={chosen}
        onChange={setOp}
      />
      {asksValue(chosen) && (
        <ValueField
          // Its fault is of the column and of how it compares.
          key={`${name} ${chosen}`}
          label={VIEWS.value}
          is={value}
          onText={setValue}
          faultOf={(text) => read(text).fault?.message}
        />
      )}
      <Button type="submit" className="main">
        {VIEWS.apply}
      </Button>
    </Form>
  );
}
