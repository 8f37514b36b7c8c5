import assert from "node:assert/strict";
import { test } from "node:test";
import { keywordOf, type Keyword } from "./keyword.ts";

const lines: [text: string, keyword: Keyword | undefined][] = [
  // The words themselves.
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"].map(
    (word): [string, Keyword] => [word, "stop"],
  ),
  ...["START", "YES", "UNSTOP"].map((word): [string, Keyword] => [word, "start"]),
  ...["HELP", "INFO"].map((word): [string, Keyword] => [word, "help"]),
  // Case and punctuation do not count, wherever they stand.
  ["stop", "stop"],
  ["Stop.", "stop"],
  ["  \r\n“STOP!!”", "stop"],
  ["*stop*", "stop"],
  ["Stop, please", "stop"],
  ["Opt-out", "stop"],
  ["opt   out now", "stop"],
  ["yes!", "start"],
  ["(Start)", "start"],
  ["help?", "help"],
  ["¿info?", "help"],
  ["STOP\u{1f600}", "stop"],
  ["\u{1f600} stop", "stop"],
  // Other spellings of the same letters, and what nobody sees.
  ["\uff33\uff34\uff2f\uff30", "stop"],
  ["\u200bST\u00adOP", "stop"],
  ["\0STOP\0", "stop"],
  // An opt-out and a question for help count as the first word.
  ["Stop it please", "stop"],
  ["STOP START", "stop"],
  ["help me", "help"],
  ["Info about my order", "help"],
  ["opt out of it", "stop"],
  // An opt-in is the whole message.
  ["Yes, see you at 5", undefined],
  ["yes yes", undefined],
  ["start now", undefined],
  [`yes${" ".repeat(2_000)}no`, undefined],
  // None of them.
  ["please stop", undefined],
  ["I opt out", undefined],
  ["opt", undefined],
  ["out", undefined],
  ["opt in", undefined],
  ["stopped", undefined],
  ["nonstop", undefined],
  ["stop2", undefined],
  ["un stop", undefined],
  ["Hello", undefined],
  ["", undefined],
  ["?!", undefined],
  ["\u{1f600}", undefined],
  ["constructor", undefined],
];

for (const [text, keyword] of lines)
  test(`${JSON.stringify(text.slice(0, 40))}: ${keyword ?? "no keyword"}`, () => {
    assert.equal(keywordOf(text), keyword);
  });
