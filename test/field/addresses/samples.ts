import type { FieldSample } from '../field-sample.ts';

/** Addresses as people type them; whether a letter may go there. */
export const addressSamples: FieldSample<string, boolean>[] = [
  ...(
    [
      ['a Cyrillic «а» in a Latin name', 'annа@mail.example'],
      ['a Cyrillic «с» first', 'сandle@mail.example'],
      ['a Cyrillic letter in the domain', 'anna@mаil.example'],
      ['a Cyrillic letter in the last label', 'anna@mail.сom'],
      ['a last label of look-alikes alone', 'anna@mail.ру'],
      ['a name of look-alikes alone', 'оса@mail.example'],
      ['a name of capital look-alikes alone', 'ОСА@mail.example'],
      ['a Latin letter in a Cyrillic name', 'аннa@почта.рф'],
      ['a Greek omicron', 'bοris@mail.example'],
      ['an Armenian letter', 'bօris@mail.example'],
      ['two whole words', 'anna.иванова@mail.example'],
      ['wide letters', 'ａｎｎａ@mail.example'],
      ['mathematical letters', '𝐚nna@mail.example'],
    ] as const
  ).map(([name, input]) => ({ name, source: 'gophish/gophish#2110', input, right: false })),
  ...(
    [
      ['all Latin', 'anna.ivanova+gift@mail.example'],
      ['all Cyrillic', 'оса@почта.рф'],
      ['a Cyrillic name at a Latin domain', 'почта@mail.example'],
      ['an initial before a Cyrillic name', 'а.иванов@mail.example'],
      ['digits beside Cyrillic letters', 'анна-1985@почта.рф'],
      ['a Latin name at a Cyrillic domain', 'anna@почта.рф'],
      ['accents', 'zoë@bücher.example'],
      ['accents apart from their letters', 'zoe\u0308@mail.example'],
      ['Greek', 'χρήστης@παράδειγμα.ελ'],
      ['three scripts of one language', 'カナかな漢字@mail.example'],
    ] as const
  ).map(([name, input]) => ({ name, source: 'RFC 6531', input, right: true })),
];
