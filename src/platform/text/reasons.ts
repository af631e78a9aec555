/** Reasons as values: verbs return them, and one list has the text of each in each language. */
import type { Language } from './language.ts';

/** A name in braces is data: `row {line} is hidden`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Texts = Record<string, Record<Language, string>>;

/** `other`: a stored text that is none of the list; it is said as it is. */
type Reason<Known extends Texts> =
  | { [Is in keyof Known]: { is: Is } & { [Name in NamesIn<Known[Is]['en']>]: string | number } }[keyof Known]
  | { is: 'other'; text: string };

export interface Reasons<Known extends Texts> {
  texts: Known;
  text(reason: Reason<Known>, language: Language): string;
  /** Reads a reason that was stored as its English text. */
  read(text: string): Reason<Known>;
}

/** A reason of such a list. */
export type ReasonOf<List> = List extends Reasons<infer Known> ? Reason<Known> : never;

/** `words`: what data that is a word is called in Russian. */
export function reasonsOf<const Known extends Texts>(
  texts: Known,
  words: Record<string, string> = {},
): Reasons<Known> {
  const inLanguage = (value: string, language: Language): string =>
    language === 'ru' && Object.hasOwn(words, value) ? (words[value] ?? value) : value;
  let readers: Reader[] | null = null;
  return {
    texts,
    text(reason, language) {
      const data: Record<string, string | number> = reason;
      const form = (Object.hasOwn(texts, reason.is) && texts[reason.is]?.[language]) || '{text}';
      return form.replaceAll(dataName, (_, name: string) => inLanguage(String(data[name] ?? ''), language));
    },
    read(text) {
      readers ??= Object.entries(texts).map(([is, { en }]) => readerOf(is, en));
      for (const { is, form, names } of readers) {
        const match = form.exec(text);
        if (match === null) continue;
        return { is, ...Object.fromEntries(names.map((name, at) => [name, match[at + 1]])) } as Reason<Known>;
      }
      return { is: 'other', text };
    },
  };
}

const dataName = /\{(\w+)\}/g;

interface Reader {
  is: string;
  form: RegExp;
  names: string[];
}

function readerOf(is: string, text: string): Reader {
  const names = [...text.matchAll(dataName)].map(([, name = '']) => name);
  const form = text
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join('(.+?)');
  return { is, form: new RegExp(`^${form}$`, 's'), names };
}
