import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { NO_TOKENS, tokensOf, type Tokens } from "./tokens.ts";

interface TokenInputOf {
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  is: Tokens;
  onChange: (tokens: Tokens) => void;
}

/** A list of words, each kept to the letter: Enter adds the one that is written, and so does saving. */
export function TokenInput({ label, help = PARTS.tokens, isRequired = false, is, onChange }: TokenInputOf) {
  const field = useRef<HTMLInputElement>(null);
  const about = useId();
  const { words, next } = is;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || next.trim() === "") return;
    event.preventDefault();
    onChange({ words: tokensOf(is), next: "" });
  };
  const remove = (at: number) => {
    onChange({ words: words.toSpliced(at, 1), next });
    field.current?.focus();
  };
  return (
    <div className="choosing">
      {words.length > 0 && (
        <ul className="chosen" aria-label={PARTS.chosen(label)}>
          {words.map((word, at) => (
            <li key={`${at} ${word}`}>
              <span>{word}</span>
              <Button aria-label={PARTS.take(word)} onPress={() => remove(at)}>
                {PARTS.takeSign}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <label>
        {label}
        <input
          ref={field}
          value={next}
          required={isRequired && words.length === 0}
          aria-describedby={about}
          onChange={({ target }) => onChange({ words, next: target.value })}
          onKeyDown={onKeyDown}
        />
      </label>
      <p id={about} className="aside">
        {help}
      </p>
    </div>
  );
}

interface TokenFieldOf {
  name: string;
  label: string;
  was: readonly string[];
  help?: string | undefined;
}

/** A list of words in a form, which sends each under its name. */
export function TokenField({ name, label, was, help }: TokenFieldOf) {
  const [tokens, setTokens] = useState<Tokens>({ ...NO_TOKENS, words: was });
  return (
    <>
      <TokenInput label={label} help={help} is={tokens} onChange={setTokens} />
      {tokensOf(tokens).map((word, at) => (
        <input key={`${at} ${word}`} type="hidden" name={name} value={word} />
      ))}
    </>
  );
}
