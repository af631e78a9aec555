/** Texts in the place of a number or PIN that are something else, whatever the other rows hold. */
import { isDay } from './cell-values.ts';
import { isHeading } from './headings.ts';

/** More than any number that people wrote with words around it. */
const mostJudged = 255;

const words = new Set(
  `NULL NONE NIL NAN NA N/A #N/A UNDEFINED EMPTY BLANK TBD UNKNOWN TEST SAMPLE EXAMPLE RESERVED RESERVE VOID CANCELLED CANCELED SOLD USED
  YES NO TRUE FALSE DEMO CODE PIN
  НЕТ ДА ПУСТО РЕЗЕРВ БРАК ТЕСТ ПРИМЕР ОБРАЗЕЦ ОТСУТСТВУЕТ НЕИЗВЕСТНО ЗАНЯТО ЗАНЯТ ПРОДАН ПРОДАНО АННУЛИРОВАН АННУЛИРОВАНО ИСПОРЧЕН Н/Д
  НЕВЫДАН ВЫДАН ПОГАШЕН ДЕМО КОНЕЦ END EOF`.split(/\s+/),
);
const total =
  /^(?:итого|всего|итог|общий итог|промежуточный итог|total|grand total|subtotal|sum)(?![\p{L}\p{N}])/iu;
const counted =
  /^(?:\p{L}+[.:]?\s+)?\d+\s*(?:шт|pcs)(?![\p{L}\p{N}])|^\p{L}+[.:]?\s+\d+\s+(?:код|сертификат|карт|codes?|items?|rows?|cards?)/iu;
const masked = /[*•●∙…]{2}|^[xх]{3,}[\s-]?\d|\d[xх]{4,}|\*\d|\d\*/iu;
const slashed = /^\d{1,2}\/\d{1,2}\/\d{2,4}$|^\d{1,2}\.\d{1,2}\.\d{2}$/;
/** Two words with a space between them, or one that ends like a label. */
const sentence = /(?<!\p{L})\p{L}{3,}[.,:;]?\s+(?:\p{L}{2,}|\p{L}\.)|^\p{L}{3,}\s*:/u;
const nothing = /^[-–—_.?/\\]+$/;

type Doubt = 'narrow' | 'word' | 'nothing' | 'total' | 'heading' | 'masked' | 'date' | 'sentence';

/** What it is instead, as row-reasons.ts calls it; null: it may be a number or a PIN. */
export function doubtOfText(given: string): Doubt | null {
  const text = given.slice(0, mostJudged).trim();
  if (isPlain.test(text)) return null;
  if (/^#+$/.test(text)) return 'narrow';
  if (words.has(text.toUpperCase().replaceAll(' ', ''))) return 'word';
  if (nothing.test(text)) return 'nothing';
  if (total.test(text) || counted.test(text)) return 'total';
  if (isHeading(text)) return 'heading';
  if (masked.test(text)) return 'masked';
  if (isDay(text) || slashed.test(text)) return 'date';
  return sentence.test(text) ? 'sentence' : null;
}

/** Most codes; a word has no digit. */
const isPlain = /^(?!\d{4}-\d\d-\d\d$)(?=.*\d)[0-9A-WYZ-]+$/;
