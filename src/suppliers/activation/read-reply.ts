/** The meaning of an employee's reply to an activation letter. */
export type Reply =
  | { is: 'all' }
  | { is: 'some'; rows: number[] }
  /** Ambiguous replies are left to a person. */
  | { is: 'unclear'; why: string };

/** The table that the reply is about. */
export interface AnsweredTable {
  /** Its rows are 1, 2, 3 … */
  rows: number;
  /** The rows with this certificate number, in any spelling. */
  rowsOfNumber(text: string): number[];
}

const wholeReplies = new Set([
  'готово',
  'все готово',
  'активировано',
  'все активировано',
  'активированы',
  'все активированы',
  'активировали',
  'активировали все',
  'сделано',
  'все сделано',
  'ок',
  'да готово',
  'done',
  'all done',
  'activated',
  'all activated',
  'ok',
  'okay',
]);

/** Words that may be next to numbers without changing the meaning. */
const fillers = new Set(
  `готово активировано активированы активировали активирован сделано строка строки строку номер номера сертификат
   сертификаты только и no n done activated ok row rows number numbers certificate certificates only and`.split(
    /\s+/,
  ),
);

/** Closing formulas; they and what follows have no meaning. */
const closings =
  /^(спасибо|благодарю|с уважением|всего доброго|хорошего дня|thanks|thank you|best|kind regards|regards|sincerely)([\s,.!].*)?$/;
const greetings =
  /^(здравствуйте|добрый день|доброе утро|добрый вечер|привет|коллеги|уважаемые коллеги|hello|hi|dear colleagues|good (morning|afternoon|day))[\s,.!]*$/;

/** Lines after which a mail only quotes or is signed. */
const ends = [
  /^--\s*$/,
  /^-{2,}\s*(original message|исходное сообщение|пересылаемое сообщение|forwarded message)/i,
  /^_{5,}\s*$/,
  /^(from|от|от кого):\s/i,
  /(wrote|пишет|написал|написала|написал\(а\)|писал|писал\(а\)):\s*$/i,
  /^[^>].*<[^<>\s]+@[^<>\s]+>.*:$/,
  /^on (mon|tue|wed|thu|fri|sat|sun)[a-z]*, .*\d{4}/i,
  /^(пн|вт|ср|чт|пт|сб|вс)[а-я]*, .*\d{4}/i,
  /^(отправлено с|sent from) /i,
];
const quoted = /^>/;
/** Below thanks and signatures these words would reverse the meaning. */
const turns = /(?<!\p{L})(кроме|не|нет|except|but|not)(?!\p{L})/iu;
const maxLength = 20_000;
const maxNamed = 10_000;

/**
 * Reads a reply strictly: one of the words for the whole table, or nothing but rows and certificate numbers. A
 * negation, an exception, a question or any other word makes it unclear, because activating too much costs money.
 */
export function readReply(text: string, table: AnsweredTable): Reply {
  if (text.length > maxLength) return unclear('the answer is too long to be read by a program');
  const lines = ownLines(text);
  if (lines === null) return unclear('the answer goes on below a quotation or a signature');
  const said = plain(lines.join(' '));
  if (said === '') return unclear('the answer says nothing of its own');
  if (wholeReplies.has(said)) return { is: 'all' };
  return readNamed(lines, table);
}

const unclear = (why: string): Reply => ({ is: 'unclear', why });

/** The author's own text, without quotation, greeting, thanks and signature; null if there is more text below these. */
function ownLines(text: string): string[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const end = lines.findIndex((line) => ends.some((form) => form.test(line)));
  const written = end < 0 ? lines : lines.slice(0, end);
  const quote = written.findIndex((line) => quoted.test(line));
  const above = quote < 0 ? written : written.slice(0, quote);
  if (quote >= 0 && written.slice(quote).some((line) => !quoted.test(line))) return null;
  const closing = above.findIndex((line) => closings.test(line.toLowerCase()));
  const own = closing < 0 ? above : above.slice(0, closing);
  if (closing >= 0 && above.slice(closing).some((line) => turns.test(line))) return null;
  return greetings.test(own[0]?.toLowerCase() ?? '') ? own.slice(1) : own;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[.,!;:()«»"'“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function readNamed(lines: string[], table: AnsweredTable): Reply {
  const named = new Set<number>();
  for (const line of lines) {
    // A number with spaces or dashes inside counts only as a whole line.
    const parts =
      table.rowsOfNumber(line).length > 0 ? [line] : line.split(/[\s,;]+/).filter((part) => part !== '');
    for (const part of parts) {
      const reading = readPart(part, table);
      if (typeof reading === 'string') return unclear(reading);
      for (const row of reading) named.add(row);
      if (named.size > maxNamed) return unclear('too many rows are named');
    }
  }
  if (named.size === 0) return unclear('the answer names no row');
  return { is: 'some', rows: [...named].toSorted((a, b) => a - b) };
}

const rangeForm = /^(\d{1,6})[-–—](\d{1,6})$/;

/** The rows named in a part of the reply, none for a filler word; or why it is unclear. */
function readPart(part: string, table: AnsweredTable): number[] | string {
  const bare = part.replaceAll(/^[.,!;:()«»"'“”№#]+|[.,!;:()«»"'“”]+$/g, '');
  if (bare === '' || fillers.has(plain(bare))) return [];
  const byNumber = table.rowsOfNumber(bare);
  const range = rangeForm.exec(bare);
  const [first, last] = range === null ? [Number(bare), Number(bare)] : [Number(range[1]), Number(range[2])];
  const isRow = /^\d{1,6}$/.test(bare) || range !== null;
  const byRow = isRow && first >= 1 && first <= last && last <= table.rows;
  if (byNumber.length > 0 && byRow) return 'a row and a certificate number look alike';
  if (byNumber.length > 0) return byNumber;
  if (byRow) return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return isRow ? 'it names a row that is not in the table' : 'it contains text that cannot be interpreted';
}
