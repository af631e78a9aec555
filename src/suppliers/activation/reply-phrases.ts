/** What people write around an answer: greetings, thanks, signatures; and what may take an answer back. */
import { withoutEnd } from '../../platform/text/edges.ts';

/** Phrases that answer for the whole table. */
const wholeReplies = new Set([
  'готово',
  'все готово',
  'готовы',
  'все готовы',
  'активировано',
  'все активировано',
  'активированы',
  'все активированы',
  'активированы все',
  'активировали',
  'активировали все',
  'все активировали',
  'активировал',
  'активировала',
  'активация выполнена',
  'сделано',
  'все сделано',
  'сделали',
  'выполнено',
  'все выполнено',
  'выполнили',
  'ок',
  'да готово',
  'done',
  'all done',
  'activated',
  'all activated',
  'completed',
  'all completed',
  'ok',
  'okay',
]);
const wholeSentence =
  /^(?:все )?(?:сертификаты|карты|коды|номера) (?:активированы|активировали|активировано)$|^(?:the |all |all the )?(?:certificates|cards|codes) (?:are |have been |were )?activated$/;

const greeting =
  /^(?:здравствуйте|добрый день|доброе утро|добрый вечер|доброго дня|привет|коллеги|уважаемые коллеги|hello|hi|dear colleagues|good (?:morning|afternoon|day|evening))(?: (?:коллеги|всем|all|colleagues|team))?$/;
const closing =
  /^(?:большое спасибо|спасибо|спасибо большое|спасибо вам|благодарю|благодарим|заранее спасибо|с уважением|с наилучшими пожеланиями|всего доброго|всего хорошего|хорошего дня|хороших выходных|thanks|many thanks|thank you|best|best regards|kind regards|regards|sincerely|yours sincerely)$/;
const mobile =
  /^(?:отправлено|послано|написано) (?:из|с|со) [\p{L}\d .@+-]{1,60}$|^sent (?:from|via) [\p{L}\d .'’+-]{1,60}$|^(?:get|download|скачать) outlook (?:for|для) (?:ios|android)$/u;
const separator = /^[-—–_=*~]{1,80}$/;
const praise = /[👍✅🙏🙂😊👌]\uFE0F?/gu;

/** Words of a signature that are not written with a capital letter. */
const signatureWords = new Set(
  `и по с на в из для от менеджер менеджера старший ведущий главный младший директор генеральный исполнительный коммерческий руководитель
   начальник заместитель зам специалист эксперт координатор администратор оператор бухгалтер экономист аналитик ассистент помощник секретарь
   куратор инженер отдел отдела отделом службы служба группы группа департамент департамента управление управления дирекция дирекции направления
   направление продаж продажам продажи маркетинга маркетинг маркетингу корпоративных корпоративным корпоративного клиентов клиентами клиентам клиентского
   партнеров партнерами партнерам партнерских ключевых ключевыми программ программы лояльности подарочных обслуживания сопровождения развития
   работе качества контроля поддержки поддержка сервиса сервисной сети магазинов розничных розницы команда компания ооо ао пао зао ип тел моб
   телефон мобильный факс доб почта сайт адрес ваш ваша
   manager senior lead head director chief officer specialist assistant coordinator accountant of the and for at team department sales marketing
   customer support service services account loyalty partner partners corporate office ltd llc inc gmbh tel phone mob mobile fax ext mail email
   e-mail web www your`.split(/\s+/),
);
const addressWords =
  /(?<!\p{L})(?:г|ул|просп|пр-т|пр|пер|наб|ш|д|дом|корп|к|стр|оф|офис|этаж|обл|street|st|ave|floor|office|road)(?!\p{L})\.?/iu;
const maxSignatureWords = 12;
const maxSignatureLine = 200;
const contactLabel =
  /^(?:тел|моб|телефон|мобильный|факс|почта|сайт|e-?mail|phone|tel|mob|mobile|fax|web|www|[tmтмfф])\s?[.:]+\s*/iu;
const contact =
  /^(?:[+(]?\d[\d ()+.,/-]{5,40}(?:(?:доб|вн|ext)\.? ?\d{1,6})?|\S{1,100}@\S{1,100}\.\S{2,40}|(?:https?:\/\/|www\.)\S{1,200}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}(?:\/\S{0,200})?)$/i;

/**
 * Wherever it stands, such a word may take an answer back, in part or as a whole, or put it off. Nouns of the table (row, card) count
 * as well: whoever names them below the answer says something of them.
 */
const turn = new RegExp(
  [
    String.raw`(?<!\p{L})(?:кроме|не|ни|нет|без|но|а вот|только|однако|хотя|лишь|пока|еще|уже|частично|часть|половин\p{L}*|остал\p{L}*|оставш\p{L}*|остав\p{L}*)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:исключ|за исключ|отмен|отказ|отклон|ошиб|брак|дубл|повтор|невоз|недейств|нельзя|неверн|неправ|проблем|вопрос|уточн|провер|подожд|ожид|жд[еуа]|позже|потом|завтра|послезавтра|сегодня|вечером|понедельник|вторник|сред[уаы]|четверг|пятниц|суббот|воскрес|недел|верн|возвр|просроч|истек|погаш|использ|заблок|блок|аннулир|удал|списан|снят|сбой|упал|отсутств|нашл|найд|наход|получил[оа]сь|в работе|будет|будут|сделаем|активируем|активировать)`,
    String.raw`(?<!\p{L})(?:строк|строч|ряд|номер|карт|код|сертификат|таблиц|позици|пункт|штук|шт(?!\p{L})|перв|втор|трет|четверт|пят[аыоу]|шест|седьм|восьм|девят|десят|последн|предпосл|оба|обе|один|одн|два|две|три|четыре|пять)`,
    String.raw`(?<!\p{L})(?:p\.? ?s\b|п\.? ?с(?!\p{L})|зы(?!\p{L})|upd\b|update|важно|внимание|nb\b)`,
    String.raw`(?<!\p{L})(?:except|but|not|no|none|never|without|however|though|although|only|unless|cannot|unable|don|doesn|didn|isn|aren|wasn|weren|won|can['’]?t|yet|still|pending|later|tomorrow|wait|hold|cancel|fail|error|wrong|invalid|missing|reject|refus|declin|block|expired|used|duplicate|problem|issue|question|partial|half|rest|remaining|row|line|item|number|card|code|certificate|first|second|third|fourth|fifth|last|one|two|both)(?:s|ed|ing)?(?!\p{L})`,
    String.raw`\?`,
  ].join('|'),
  'iu',
);

export const mayTurn = (text: string): boolean => turn.test(text.replaceAll('ё', 'е').replaceAll('Ё', 'Е'));

/** Phrases in lower case, without punctuation and signs of approval. */
export const plainPhrase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(praise, ' ')
    .replaceAll(/[.,!;:()«»"'“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const saysAll = (phrase: string): boolean => wholeReplies.has(phrase) || wholeSentence.test(phrase);
export const isGreeting = (phrase: string): boolean => greeting.test(phrase);
export const isClosing = (phrase: string): boolean => closing.test(phrase);
/** Phrases that say nothing of the table. */
export const isPolite = (phrase: string): boolean =>
  phrase === '' || isClosing(phrase) || mobile.test(phrase);

/** Whether a line is nothing but thanks, names, positions, companies and ways to reach somebody. */
export function isSignature(line: string): boolean {
  if (line.length > maxSignatureLine) return false;
  if (separator.test(line) || isPolite(plainPhrase(line))) return true;
  if (mayTurn(line)) return false;
  const [formula = '', ...name] = line.split(/(?<=[,!.])\s+/);
  if (name.length > 0 && isPolite(plainPhrase(formula))) return isSignature(name.join(' '));
  if (contact.test(line.replace(contactLabel, ''))) return true;
  const words = line.split(/[\s,;|•·]+/).filter((word) => word !== '' && !separator.test(word));
  const inAddress = addressWords.test(line);
  return words.length <= maxSignatureWords && words.every((word) => isSignatureWord(word, inAddress));
}

function isSignatureWord(word: string, inAddress: boolean): boolean {
  const bare = withoutEnd(word, '»"”),.!:').replace(/^[«"“(]+/, '');
  if (bare === '' || contact.test(bare) || signatureWords.has(bare.toLowerCase())) return true;
  if (/\d/.test(bare)) return inAddress && /^[\d/-]{1,7}\p{L}?$/u.test(bare);
  return /^\p{Lu}[\p{L}'’.-]*$/u.test(bare) || (inAddress && addressWords.test(bare));
}
