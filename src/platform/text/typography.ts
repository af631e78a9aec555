/** Quotation marks and groups of digits. */
import type { Language } from './language.ts';

const marks: Record<Language, { outer: [string, string]; inner: [string, string] }> = {
  ru: { outer: ['«', '»'], inner: ['„', '“'] },
  en: { outer: ['“', '”'], inner: ['‘', '’'] },
};

/** A name in quotation marks, with inner ones inside: «Кафе „Мотылёк“», “Café ‘Moth’”. */
export function quoted(name: string, language: Language): string {
  const { outer, inner } = marks[language];
  const within = name.replaceAll(/["«»„“”]/g, (mark, at: number) => inner[opens(mark, name, at) ? 0 : 1]);
  // A name that is entirely quoted needs no second pair.
  const whole = new RegExp(`^${inner[0]}([^${inner.join('')}]*)${inner[1]}$`, 'u').exec(within);
  return outer.join(whole?.[1] ?? within);
}

/** A mark that can open or close is judged by the character before it. */
function opens(mark: string, text: string, at: number): boolean {
  if (mark === '«' || mark === '„') return true;
  if (mark === '»' || mark === '”') return false;
  if (mark === '“' && text.lastIndexOf('„', at) > text.lastIndexOf('“', at - 1)) return false;
  return at === 0 || /[\s\u00a0([{—–-]/.test(text[at - 1] ?? '');
}

/** Ends a sentence: an abbreviation at the end («31 декабря 2027 г.») already has its full stop. */
export const fullStop = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

const plainCode = /^[\dA-Za-z]{8,}$/;
const groupsOfFour = /.{1,4}/g;

/** A long plain code in groups of four, for reading and dictation; anything else is unchanged. */
export function codeGroups(code: string): string[] {
  return plainCode.test(code) ? (code.match(groupsOfFour) ?? [code]) : [code];
}
