import { ProblemError } from "@jst/client";
import { useMemo, useState, type ReactNode } from "react";
import { Button, Form } from "react-aria-components";
import { writtenOf, type AnyField, type Field } from "./fields.ts";
import { FormField } from "./form-field.tsx";
import { Outcome } from "./outcome.tsx";
import type { Writing } from "./writing.ts";

interface WriteFormOf<B, R> {
  fields: readonly Field<B>[];
  /** Object that is edited, as it was loaded; undefined for a new one. */
  was?: Partial<Record<keyof B, unknown>>;
  /** On the button that writes. */
  does: string;
  writing: Writing<B, R>;
  /** Adds to what the fields have written what the children have; undefined if one of them cannot be read. */
  complete?: (written: B) => B | undefined;
  /** Names of faults that the page shows beside its own fields. */
  beside?: readonly string[];
  /** Fields of the page's own. */
  children?: ReactNode;
  /** Said once it is written. */
  said?: (done: R) => ReactNode;
}

/** Fields whose faults stand with those of the form. */
const WITHOUT_FAULTS: readonly AnyField["kind"][] = ["check", "choice", "contact", "own", "list", "words"];

/**
 * A form of the API's: what is wrong with a member stands beside its field, everything else with its request_id above
 * the button. The version that was opened is the one that is compared.
 */
export function WriteForm<B extends object, R>(props: WriteFormOf<B, R>) {
  const { fields, does, writing, complete = asWritten, beside = [], children, said } = props;
  const [was] = useState(props.was);
  // A new list of faults would bring back messages that disappeared when their field lost focus.
  const faults = useMemo(() => faultsOf(writing.error), [writing.error]);
  const all = fields as readonly AnyField[];
  const shown = all.filter(({ kind }) => !WITHOUT_FAULTS.includes(kind)).map(({ name }) => name);
  return (
    <Form
      className="form"
      validationErrors={faults}
      onSubmit={(event) => {
        event.preventDefault();
        if (writing.isPending) return;
        const written = complete(writtenOf(new FormData(event.currentTarget), fields, was));
        if (written !== undefined) writing.mutate(written);
      }}
    >
      {all.map((field) => (
        <FormField
          key={field.key ?? field.name}
          field={field}
          was={was?.[field.name as keyof B]}
          isFaulty={faults[field.name] !== undefined}
        />
      ))}
      {children}
      <Outcome of={writing} beside={[...shown, ...beside]}>
        {said ?? (() => null)}
      </Outcome>
      <Button type="submit" className={writing.isPending ? "main pending" : "main"}>
        {does}
      </Button>
    </Form>
  );
}

/** Lists the faults of each field. */
function faultsOf(error: Error | null): Record<string, string[]> {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const faults: Record<string, string[]> = {};
  for (const { field, message } of problem?.errors ?? []) (faults[field] ??= []).push(message);
  return faults;
}

const asWritten = <B,>(written: B): B => written;
