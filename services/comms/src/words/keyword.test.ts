import assert from "node:assert/strict";
import { test } from "node:test";
import { keywordOf, ownStopFault, type Keyword } from "./keyword.ts";

const stops = [
  // English, as carriers ask for them.
  ..."STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT UNSUB REMOVE".split(" "),
  ...[
    "OPT OUT",
    "Stop all",
    "Stop please",
    "please stop",
    "Stop now!",
    "END ALL",
    "remove me",
    "stop, thank you",
    "STOP STOP",
  ],
  // French, Spanish, Portuguese, German, Italian, Dutch, Polish, Russian, Swedish, Danish, Norwegian, Finnish.
  ...[
    "ARRET",
    "ARRÊT",
    "Arrêt svp",
    "arrêtez s'il vous plaît",
    "désabonnement",
    "BAJA",
    "Baja por favor",
    "dar de baja",
    "PARAR",
    "Pare, obrigado",
  ],
  ...[
    "STOPP",
    "Stopp bitte",
    "Abmelden",
    "ABMELDEN BITTE!",
    "Bitte sofort abmelden",
    "abbestellen",
    "Basta",
    "disiscrivimi per favore",
    "cancellami",
  ],
  ...[
    "Afmelden aub",
    "uitschrijven",
    "wypisz mnie proszę",
    "СТОП",
    "Стоп, пожалуйста",
    "отписаться",
    "Sluta",
    "stopp tack",
    "Afmeld",
    "avmeld takk",
    "lopeta kiitos",
  ],
  // Case, accents, punctuation and invisible characters do not count.
  ...[
    "stop",
    "Stop.",
    "  \r\n“STOP!!”",
    "*stop*",
    "Opt-out",
    "opt   out now",
    "STOP\u{1f600}",
    "\u{1f600} stop",
    "stop me",
  ],
  ...["\uff33\uff34\uff2f\uff30", "\u200bST\u00adOP", "\0STOP\0", "arre\u0302t", "ŠTOP"],
];
const others: [text: string, keyword: Keyword | undefined][] = [
  ...["START", "YES", "UNSTOP", "yes!", "(Start)"].map((text): [string, Keyword] => [text, "start"]),
  ...["HELP", "INFO", "help?", "¿info?", "help me please"].map((text): [string, Keyword] => [text, "help"]),
  // An opt-in is the whole message, a question for help has courtesy beside it alone.
  ...["Yes, see you at 5", "yes yes", "start now", `yes${" ".repeat(2_000)}no`, "Info about my order"].map(
    (text): [string, undefined] => [text, undefined],
  ),
  // A word inside of a sentence, or a part of a word.
  ...[
    "Stop it please",
    "STOP START",
    "opt out of it",
    "I opt out",
    "opt",
    "out",
    "opt in",
    "stopped",
    "nonstop",
    "stop2",
  ].map((text): [string, undefined] => [text, undefined]),
  ...[
    "un stop",
    "Hello",
    "",
    "?!",
    "\u{1f600}",
    "constructor",
    "please",
    "now",
    "thanks all",
    "`stop` ".repeat(500),
  ].map((text): [string, undefined] => [text, undefined]),
];

for (const [text, keyword] of [...stops.map((text) => [text, "stop"] as const), ...others])
  test(`${JSON.stringify(text.slice(0, 40))}: ${keyword ?? "no keyword"}`, () => {
    assert.equal(keywordOf(text), keyword);
  });

test("a word of a team opts out as the built-in ones do", () => {
  const own = new Set(["raus", "nie wieder"]);
  for (const text of ["RAUS!", "Nie wieder, bitte", "bitte raus"])
    assert.equal(keywordOf(text, own), "stop", text);
  for (const text of ["raus hier", "nie", "RAUS"]) assert.equal(keywordOf(text), undefined, text);
  assert.equal(keywordOf("raus hier", own), undefined);
});

test("a team cannot have a word of consent, of help or of courtesy opt out", () => {
  for (const word of [
    "yes",
    "Start",
    "help",
    "please",
    "thank you",
    "",
    "?!",
    "one two three four",
    "x".repeat(41),
  ])
    assert.notEqual(ownStopFault(word), undefined, word);
  for (const word of ["raus", "Nie wieder", "arrêtez tout"])
    assert.equal(ownStopFault(word), undefined, word);
});
