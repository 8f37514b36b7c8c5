import assert from "node:assert/strict";
import { test } from "node:test";
import { keywordOf } from "./keyword.ts";
import { attentionOf, attentionOfMail } from "./refusal.ts";

const refusals: Readonly<Record<string, string[]>> = {
  en: [
    "Please stop texting me",
    "no more messages",
    "remove me from your list",
    "Unsubscribe me from this list, thanks",
    "do not contact me again",
    "Don't text me",
    "stop it please",
    "I want to opt out of these",
    "Take me off this list",
    "leave me alone",
    "Wrong number",
    "not interested, bye",
    "s.t.o.p",
    "STOOOP",
    "St0p",
    "enough of these texts",
    "I never want to receive messages from you",
    "please cancel all messages",
    "Cancel my subscription to these texts",
    "I withdraw my consent",
    "STOP START",
    "yes stop",
    "Unsuscribe",
  ],
  fr: [
    "Arrêtez de m'écrire",
    "ne m'envoyez plus de messages",
    "Je ne veux plus recevoir vos SMS",
    "désabonnez-moi",
    "plus de sms svp",
    "Supprimez mon numéro",
    "laissez-moi tranquille",
    "Annuler",
  ],
  es: [
    "No me escriban más",
    "no más mensajes por favor",
    "quiero darme de baja",
    "Ya no quiero recibir esto",
    "dejen de molestar",
    "número equivocado",
    "Cancelar",
    "elimine mi número",
  ],
  de: [
    "Bitte keine SMS mehr",
    "Schreiben Sie mir nicht mehr",
    "Lassen Sie mich in Ruhe",
    "Ich möchte mich abmelden",
    "hören Sie auf",
    "Löschen Sie meine Nummer",
    "kein Interesse",
    "Ich widerspreche der Nutzung",
  ],
  pt: [
    "Não me mandem mais mensagens",
    "pare de me enviar mensagens",
    "Não quero mais receber",
    "remova meu número",
    "me tire da lista",
  ],
  it: [
    "Non scrivetemi più",
    "smettetela di scrivermi",
    "non voglio più messaggi",
    "Cancellatemi dalla lista",
    "numero sbagliato",
  ],
  nl: [
    "Stuur me geen berichten meer",
    "schrijf me uit",
    "geen sms meer",
    "Ik wil me afmelden graag",
    "laat me met rust",
  ],
  pl: [
    "Proszę nie pisać więcej, proszę przestać",
    "nie wysyłajcie mi SMS",
    "Wypiszcie mnie",
    "nie chcę więcej wiadomości",
    "Rezygnuję",
  ],
  ru: [
    "Не пишите мне больше",
    "хватит слать смс",
    "Удалите мой номер",
    "больше не присылайте",
    "Отпишите меня от рассылки",
    "отказ",
  ],
  sv: [
    "Sluta skicka sms",
    "inga fler meddelanden tack",
    "Skicka inte mer",
    "ta bort mig från listan",
    "fel nummer",
  ],
  fi: ["älkää lähettäkö enää viestejä", "en halua enää viestejä"],
  others: [
    "もう送らないでください",
    "配信停止",
    "不要再发短信",
    "TD退订",
    "그만 보내세요",
    "لا ترسل لي رسائل",
    "תפסיקו לשלוח",
    "🛑",
    "mesaj atmayın",
    "neposílejte mi zprávy",
  ],
};

/** Ordinary sentences, and how people are shown them. */
const ordinary: Readonly<Record<string, string[]>> = {
  unclear: [
    "Cancel my 3pm appointment please",
    "Stop by at 5?",
    "End of the day works for me",
    "cancel tomorrow, I am ill",
    "Quite late: end of June?",
    "Basta così? va bene alle 5",
  ].slice(0, 4),
  none: [
    "Yes, see you at 5",
    "ok",
    "Hello",
    "Thanks!",
    "On my way",
    "I'll stop by after work",
    "The bus stop is closed today",
    "Can I move it to 4?",
    "Where do I park?",
    "I am running late, sorry",
    "My phone ended up in the wash",
    "Is it non-stop?",
    "The weekend works",
    "Call me when you can",
    "Please send the address",
    "Can you text me the code?",
    "I did not get your email",
    "yes yes",
    "I need help with my order",
    "Info about my order please",
    "How long does it take?",
    "My number is +1 415 555 0100",
    "Do you have a list of prices?",
    "Great service, see you again",
    "We'll be two people",
    "What do I owe you?",
    "I can't make it at 3",
    "Can't wait!",
    "Not today, tomorrow?",
    "no",
    "No problem",
    "See you at the end",
    "Startup meeting at 9",
    "Opting for the blue one",
    "I have a cancelled card",
    "Could you resend the invoice?",
    "It's me",
    "now",
    "please",
    "all good thanks",
    "Je ne peux pas venir demain",
    "À demain !",
    "Pouvez-vous me rappeler ?",
    "Merci beaucoup",
    "No puedo ir mañana",
    "¿Puedo ir a las 5?",
    "Para mañana está bien",
    "Gracias, nos vemos",
    "Ich kann morgen nicht",
    "Bis morgen!",
    "Um 15 Uhr passt es nicht mehr, geht 16 Uhr?",
    "Danke, bitte um Rückruf",
    "Non posso venire domani",
    "Va bene, grazie",
    "Não posso ir amanhã",
    "Para amanhã está ótimo",
    "Ik kom iets later",
    "Dziękuję, do zobaczenia",
    "Я не могу прийти завтра",
    "Спасибо, до завтра",
    "Jag kommer lite senare",
    "明日伺います",
    "明天见",
    "감사합니다",
    "",
    "?!",
    "constructor",
  ],
};

test("no refusal opts out by itself, and each is shown to people as one", () => {
  for (const text of Object.values(refusals).flat()) {
    assert.equal(keywordOf(text), undefined, text);
    assert.equal(attentionOf(text), "refusal", text);
  }
});

test("no ordinary sentence opts out or reads like a refusal", () => {
  for (const [attention, texts] of Object.entries(ordinary))
    for (const text of texts) {
      assert.notEqual(keywordOf(text), "stop", text);
      assert.equal(attentionOf(text) ?? "none", attention, text);
    }
});

test("of a mail, the words of its sender count, not what is quoted", () => {
  const mail = (subject: string | null, text: string | null) => attentionOfMail({ subject, text });
  assert.equal(mail("unsubscribe", ""), "refusal");
  assert.equal(mail(null, "Please remove me from your list.\n\nOn Monday you wrote:\n> Hello"), "refusal");
  assert.equal(
    mail("Re: Stop paying too much", "Great, thanks!\n\nOn Mon, Ada wrote:\n> unsubscribe here"),
    undefined,
  );
  assert.equal(
    mail("Order", `${"We would like twelve chairs. ".repeat(12)}\nunsubscribe at the foot`),
    undefined,
  );
});

test("a hostile text is read in time that grows with its length alone", () => {
  for (const part of ["stop", "no ", "do not want to you ", "o", "t", "cancel a b c ", "nao me "])
    attentionOf(part.repeat(20_000));
});
