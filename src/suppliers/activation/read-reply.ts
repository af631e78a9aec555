/** Reads what a supplier's employee answers to an activation letter. */
import { withoutEnd } from '../../platform/text/edges.ts';
import { activationLetterSentences } from '../../messaging/letters/activation/labels.ts';
import {
  isClosing,
  isGreeting,
  isPolite,
  isSignature,
  mayTurn,
  plainPhrase,
  saysAll,
} from './reply-phrases.ts';
import { splitReply } from './reply-text.ts';

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

/** Words that may be next to numbers without changing the meaning. */
const fillers = new Set(
  `готово активировано активированы активировали активирован сделано строка строки строку номер номера сертификат
   сертификаты только и no n done activated ok row rows number numbers certificate certificates only and`.split(
    /\s+/,
  ),
);

const maxLength = 20_000;
const maxNamed = 10_000;

/**
 * Reads a reply strictly: phrases for the whole table, or nothing but rows and certificate numbers. A negation, an exception, a question
 * or any other word makes it unclear, because activating too much costs money. That holds for all that its author wrote: below
 * regards and signatures, and between the lines of a quotation, nothing may take the answer back.
 */
export function readReply(text: string, table: AnsweredTable): Reply {
  if (text.length > maxLength) return unclear('the answer is too long to be read by a program');
  const { own, unmarked, below } = splitReply(text);
  if (mayTurn(withoutOurLetter(unmarked)) || !below.every(isSignature))
    return unclear('the answer goes on below a quotation');
  const { answer, tail } = divide(own);
  if (answer.length === 0) return unclear('the answer says nothing of its own');
  if (tail.some((line) => !isSignature(line) || table.rowsOfNumber(line).length > 0))
    return unclear('the answer goes on below thanks or a signature');
  const phrases = phrasesOf(answer.join('\n')).filter((phrase) => !isPolite(phrase));
  if (phrases.length > 0 && phrases.every(saysAll)) return { is: 'all' };
  return readNamed(answer, table);
}

const unclear = (why: string): Reply => ({ is: 'unclear', why });

const phrasesOf = (text: string): string[] =>
  text.includes('?') ? ['?'] : text.split(/[.,!;\n]+/).map(plainPhrase);

/** The answer, without greeting; and from the first line that is only thanks or a signature, what follows it. */
function divide(own: string[]): { answer: string[]; tail: string[] } {
  const lines = withoutGreeting(own);
  const end = lines.findIndex(
    (line) => !phrasesOf(line).some(saysAll) && !/\d/.test(line) && isSignature(line),
  );
  const [answer, tail] = end < 0 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
  return { answer: answer.map(withoutThanks).filter((line) => line !== ''), tail };
}

/** «Добрый день, Мария! Готово.» begins to answer behind the name. */
function withoutGreeting([first = '', ...others]: string[]): string[] {
  const parts = first.split(/(?<=[.,!])\s*/);
  if (!isGreeting(plainPhrase(parts[0] ?? ''))) return [first, ...others].filter((line) => line !== '');
  const isName =
    /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){0,2} ?[.,!]?$/u.test(parts[1] ?? '') &&
    !phrasesOf(parts[1] ?? '').some(saysAll);
  return [parts.slice(isName ? 2 : 1).join(' '), ...others].filter((line) => line !== '');
}

/** «1-3, 5. Спасибо!» names rows. */
const withoutThanks = (line: string): string => {
  const parts = line.split(/(?<=[.,!;])\s+/);
  while (parts.length > 1 && isClosing(plainPhrase(parts.at(-1) ?? ''))) parts.pop();
  return parts.join(' ');
};

/** What stands in a quotation that bears no marks, besides the sentences of our own letter. */
function withoutOurLetter(lines: string[]): string {
  const quotation = lines
    .join(' ')
    .replaceAll(/<?[^\s<>]{1,64}@[^\s<>]{1,200}>?/g, ' ')
    .replaceAll(/(?<!\d)\d+ (?:сертификат\p{L}*|certificates?)/gu, ' ')
    .replaceAll(/\s+/g, ' ');
  return activationLetterSentences.reduce((rest, sentence) => rest.replaceAll(sentence, ' '), quotation);
}

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
  const bare = withoutEnd(part.replace(/^[.,!;:()«»"'“”№#]+/, ''), `.,!;:()«»"'“”`);
  if (bare === '' || fillers.has(plainPhrase(bare))) return [];
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
