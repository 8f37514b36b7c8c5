import { folded, wordsOf, keywordOf } from "./keyword.ts";

/**
 * The reason why people look at a message. refusal: it reads as if its sender wants no more messages; unclear: it
 * begins with a word that opts out where it stands alone.
 */
export type Attention = "refusal" | "unclear";

/** Words that cancel an appointment or a subscription: nobody can tell which if one stands alone. */
const CANCELS =
  /^(?:cancel\w*|annul\w*|anul\w*|iptal|ret|peru\w*|zrus\w*|sair|fin|ende|koniec|slut|отмен\p{L}*|dur|dosc|genug)$/u;
/** Ordinary uses of `stop`. */
const ORDINARY_STOP =
  /(?<=^| )(?:(?:bus|train|tram|metro|next|last|first|non|pit|quick|our) stops?|stop(?:s|ped|ping)? (?:by|in|over|at|off|sign|light|watch|and (?:get|pick|grab|see|say|buy|visit)|to (?:get|pick|grab|see|say|buy|visit)))(?= |$)/gu;
/** Characters of a text that are read. */
const CHARS_MAX = 4_000;

/** Tells why people look at a text that is not a keyword; undefined for an ordinary message (comms.refusals). */
export function attentionOf(text: string): Attention | undefined {
  const read = text.slice(0, CHARS_MAX);
  const words = wordsOf(read);
  const plain = words.join(" ").replaceAll(ORDINARY_STOP, "-");
  const letters = folded(read);
  const isRefusal =
    keywordOf(read) === "stop" ||
    REFUSALS_OF_WORDS.some((refusal) => refusal.test(plain)) ||
    REFUSALS_OF_TEXT.some((refusal) => refusal.test(letters)) ||
    (words.length === 1 && CANCELS.test(plain));
  if (isRefusal) return "refusal";
  return keywordOf(words[0] ?? "") === "stop" ? "unclear" : undefined;
}

/** Characters of a mail that say what its sender wants now. */
const MAIL_CHARS_MAX = 300;
/** Beginning of a quoted mail or of a signature. */
const QUOTE =
  /^(?:>|-{2,}\s*$|-{3,}.*(?:original|weitergel|messag)|_{5,}|(?:from|von|de|da|van|från|fra)\s?: |.{0,120}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał\(?a?\)?)\s?:)/imu;
const REPLY = /^\s*(?:re|aw|sv|vs|wg|fwd?|tr|rv|odp|antw)\s*:/i;

/** Tells why people look at a mail: by what its sender wrote, without what is quoted (comms.refusals). */
export function attentionOfMail({
  subject,
  text,
}: {
  subject: string | null;
  text: string | null;
}): Attention | undefined {
  const own = (text ?? "").split(QUOTE, 1)[0]?.trim().slice(0, MAIL_CHARS_MAX) ?? "";
  const about = subject === null || REPLY.test(subject) ? undefined : attentionOf(subject);
  const said = attentionOf(own);
  return [about, said].includes("refusal") ? "refusal" : (about ?? said);
}

/**
 * Patterns of refusals by language, over folded words with one blank between them. They are wide: a text that matches
 * by chance opts nobody out.
 */
const LATIN: readonly string[] = [
  // Words that several languages share, also misspelled.
  "st+[o0]+p+(?:all|p?en|pa|pe|it|ping|ped)?",
  "s t o p",
  "uns[ub]+s\\w*|unsub\\w*|spam\\w*",
  // English
  "(?:opt|opts|opted|opting) ?(?:me )?out|cease|desist|revoke|quit",
  "remove (?:me|my|this|us|our)|(?:take|get) (?:me|us|my \\w+) off|(?:leave|let) me (?:alone|be)",
  "no more|not interested|(?:wrong|bad) (?:number|person)|go away|get lost|fuck\\w*|piss off|shut up",
  "(?:do not|don ?t|never|not to|no longer|not)(?: (?:want|wish|like|need|to|you|u|ever|please|keep|be|dare|any|more|your|these|this|those|again)){0,6} (?:text|messag|contact|call|write|writing|send|sms|e?mail|bother|receiv)\\w*",
  "(?:do not|don ?t|no longer) want (?:this|these|those|your|any|it|them)|did(?: not|n ?t) (?:ask|sign|agree|consent|subscribe)\\w*",
  "(?:cancel|end|enough|sick of|tired of)(?: \\w+){0,4} (?:texts?|texting|messages?|messaging|sms|e?mails?|subscription|alerts|notifications|reminders)",
  "cancel (?:everything|it all|all of)|(?:lose|delete|erase|forget|block)(?: \\w+){0,2} (?:number|details|data|me)|(?:withdraw|no)(?: \\w+){0,2} consent",
  // French
  "arret\\w*|des(?:abonn|inscri)\\w*|resili\\w*|cessez|laissez moi|fichez moi|pas interesse\\w*|(?:mauvais|faux) numero",
  "(?:me |m |nous )?(?:envo|contact|ecri|derang|appel|texto)\\w* (?:plus|pas|jamais)|(?:veux|souhaite|desire) (?:plus|pas) (?:recev|de |que vous|etre contact)\\w*",
  "plus (?:de|d) (?:messages?|sms|textos?|mails?|pub\\w*)|(?:retirez|enlevez|supprimez|effacez|radiez)\\w*",
  // Spanish
  "bajas?|des[us]+[cb]+rib\\w*|dejen? de|basta|numero equivocado|cancelar (?:la |mi )?suscripcion|no me interesa",
  "no (?:me |nos )?(?:vuelvan? a )?(?:envi|mand|escrib|contact|llam|molest)\\w*|no mas|no quiero (?:mas|recib|mensaj|que me)\\w*|no deseo (?:mas|recib)\\w*|ya no (?:quiero|deseo|me)",
  "(?:elimin|borr|quit|saqu|remuev)\\w*(?: \\w+){0,2} (?:numero|lista)|(?:borren|eliminen|quiten|saquen)me",
  // Portuguese
  "(?:pare|parem|parar|chega) ?(?:de)?|descadastr\\w*|remov(?:a|am|er)\\w*|me (?:remov|tir)\\w*|numero errado|me deixe\\w*|(?:tire|tirem) (?:me|meu)",
  "nao (?:me |nos )?(?:envi|mand|escrev|contat|contact|lig|perturb|incomod)\\w*|nao (?:quero|desejo) (?:mais|receb|mensag)\\w*|sem interesse",
  // German
  "ab(?:meld|bestell|gemeldet)\\w*|melde? mich \\w*ab|austrag\\w*|trag\\w* mich aus|in ruhe|l(?:o|oe)sch\\w*|entfern\\w*|falsche nummer|wider(?:ruf|spr)\\w*|unterlass\\w*",
  "kein(?:e|en|er)? (?:\\w+ ){0,2}(?:sms|nachricht\\w*|werbung|e?mails?|mehr|interesse|kontakt\\w*)|(?:nicht|nie) (?:mehr|weiter|wieder) (?:an)?(?:schreib|kontakt|send|schick|anruf|bel|erhalt|haben)\\w*",
  "(?:schreib|schick|send|kontaktier)\\w*(?: \\w+){0,3} (?:nicht|nie|nix|nichts|nimmer)|h(?:o|oe)r\\w*(?: \\w+){0,3} auf|aufh(?:o|oe)r\\w*",
  // Italian
  "disis[ci]+\\w*|cancella(?:mi|temi)|(?:smett|smetti|rimuov|ferma)\\w*|toglietemi|toglimi|lasciatemi|lasciami|numero sbagliato|non sono interessat\\w*",
  "non (?:mi |ci )?(?:scriv|mand|invi|contatt|chiam|disturb)\\w*|non voglio (?:piu|ricev|messagg|altri)\\w*|non desidero (?:piu|ricev)\\w*|niente (?:piu )?messagg\\w*",
  // Dutch
  "afmeld\\w*|uitschrijv\\w*|schrijf me uit|(?:meld|haal) me (?:af|eraf)|geen (?:\\w+ )?(?:berichten|sms\\w*|reclame|mails?|interesse)|verwijder\\w*|met rust|houd? (?:\\w+ )?op|ophouden|verkeerd nummer",
  "stuur (?:me |mij )?(?:niet|niets|geen)\\w*|niet meer (?:sms|bericht|mail|stur|contact|app|benader)\\w*|(?:sms|mail|app|contacteer|bel) (?:me |mij )?niet",
  // Polish
  "wypis\\w*|(?:z)?rezygnuj\\w*|rezygnacja|przesta\\w*|zatrzymaj\\w*|usun\\w*|(?:zly|bledny) numer|pomylka|nie (?:wysyl|pisz|dzwon|kontakt|zycz|przysyl|jestem zainter|chce (?:juz|wiecej|otrzym|dostaw|wiadom|smsow))\\w*",
  // Swedish, Danish, Norwegian
  "sluta\\w*|slutt\\w*|avregistrera\\w*|avanmal\\w*|avmeld\\w*|afmeld\\w*|frameld\\w*|inga fler\\w*|ingen? flere|slet mig|slett meg|lad mig|la meg|lamna mig|(?:fel|forkert|feil) n\\w*|ta (?:bort|vekk) (?:mig|meg|mitt|nummer\\w*)|fjern\\w*",
  "(?:skicka|skriv|kontakta|send|kontakt) (?:mig |meg )?(?:inte|inga|ikke|ingen)\\w*|(?:inte|ikke) (?:skicka|skriv|kontakt|send|sms|interesser|intresser)\\w*|(?:vill|vil|onsker|onskar) (?:inte|ikke) (?:ha|motta|fa|langer|lenger|laengere)\\w*",
  // Finnish
  "lopet\\w*|poista\\w*|(?:alkaa|ala) (?:enaa )?(?:laheta|lahettako|soita|soittako|kirjoita|haluan)\\w*|en halua (?:enaa|viest|saada)\\w*|vaara numero|lahettaminen",
  // Czech, Hungarian, Romanian, Turkish, Vietnamese, Indonesian
  "odhla\\w*|ne(?:posil|pis|vol|kontakt|otrav)\\w*|nechci (?:dalsi|uz|zprav|dostav)\\w*|leirat\\w*|ne (?:kuld|irj|zavar|hiv)\\w*|torolj\\w*|dezabon\\w*|nu (?:mai |ma |imi )?(?:trimit|scri|contact|sun)\\w*|opriti\\w*|nu mai vreau",
  "durdur\\w*|istemi\\w*|gonderme\\w*|yazma(?:y\\w*)?|atma(?:y\\w*)?|listeden|ret|dung gui|huy dang ky|khong gui|tu choi|jangan (?:kirim|hubungi|sms)\\w*|berhenti\\w*",
];

const CYRILLIC: readonly string[] = [
  "сто+п+\\p{L}*|отпи[сш]\\p{L}*|отказ\\p{L}*|хватит|прекрат\\p{L}*|перестан\\p{L}*|удалите|удали|уберите|вычеркн\\p{L}*|достал\\p{L}*|ошиб\\p{L}* номер\\p{L}*|отключи\\p{L}*|отстан\\p{L}*|спам\\p{L}*",
  "больше (?:мне )?не|не (?:надо|интерес\\p{L}*|пиши\\p{L}*|присыла\\p{L}*|шли\\p{L}*|звони\\p{L}*|беспоко\\p{L}*|отправля\\p{L}*|давал\\p{L}*)|не хочу (?:больше|получ|ваш|эт)\\p{L}*",
  "відпи\\p{L}*|припин\\p{L}*|не (?:пишіть|надсила\\p{L}*|турбу\\p{L}*)|спри\\p{L}*|спрете|не пращайте",
];

const GREEK: readonly string[] = [
  "διαγραφ\\p{L}*|σταματ\\p{L}*|διακοπ\\p{L}*|μην? (?:μου )?(?:στελν|ξανα)\\p{L}*",
];

/** Parts of texts in scripts that set no blanks or bind words to each other, and signs. */
const ANYWHERE: readonly string[] = [
  "停止|解除|やめて|やめろ|辞めて|止めて|退会|送らない|送信しない|いらない|迷惑|ストップ",
  "退订|退訂|取消订阅|取消訂閱|不要再|别再|別再|别发|別發|不要发|不要發|勿扰|勿擾|拒收|骚扰|騷擾",
  "수신거부|수신 거부|그만|중지|해지|보내지|스팸|차단",
  "توقف|ايقاف|إيقاف|الغاء الاشتراك|إلغاء الاشتراك|لا ترسل|لا تراسل|كفى|احذف",
  "הסר|הסירו|להסיר|תפסיק|לא לשלוח|אל תשלח",
  "ยกเลิกการรับ|ยกเลิกข้อความ|หยุดส่ง|อย่าส่ง|ไม่ต้องส่ง",
  "बंद कर|मत भेज|संदेश नहीं",
  "🛑|🚫|⛔|🖕|✋",
];

const withoutMarks = (pattern: string): string => pattern.normalize("NFKD").replaceAll(/\p{M}/gu, "");

/** Refusals among folded words. */
export const REFUSALS_OF_WORDS: readonly RegExp[] = [...LATIN, ...CYRILLIC, ...GREEK].map(
  (pattern) => new RegExp(`(?:^| )(?:${withoutMarks(pattern)})(?= |$)`, "u"),
);

/** Refusals anywhere in a folded text. */
export const REFUSALS_OF_TEXT: readonly RegExp[] = ANYWHERE.map(
  (pattern) => new RegExp(withoutMarks(pattern), "u"),
);
