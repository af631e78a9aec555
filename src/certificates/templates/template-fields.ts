/** The fields of a template as data: what draws its form, reads it, and names what differs. */
import type { Language } from '../../platform/text/language.ts';
import { designLabels, placesOfBlocks, type LetterTexts } from './design.ts';

export type PlaceOfBlocks = keyof typeof placesOfBlocks;
export const places = Object.keys(placesOfBlocks) as PlaceOfBlocks[];
export type BlockName = (typeof placesOfBlocks)[PlaceOfBlocks][number];

export const languages: readonly Language[] = ['ru', 'en'];

const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

const colourNames = ['accent', 'on_accent', 'paper'] as const;
const letterTextNames = [
  'subject',
  'preheader',
  'heading',
  'text',
  'button',
] as const satisfies readonly (keyof LetterTexts)[];

/** What a field is called; a scheme and a language are said beside it. */
export type FieldLabel =
  | `colours.${(typeof colourNames)[number]}`
  | 'banner.ground'
  | 'banner.text'
  | 'picture'
  | 'barcode.kind'
  | 'barcode.text'
  | 'terms'
  | `words.${(typeof designLabels)[number]}`
  | `letter.${(typeof letterTextNames)[number]}`;

export interface TextField {
  /** As in a form, and as problems name it: `letter.ru.subject`. */
  name: string;
  path: string[];
  label: FieldLabel;
  /** How it is typed. */
  kind: 'colour' | 'picture' | 'barcode' | 'line' | 'text';
  group: FieldGroup;
  scheme?: Scheme;
  language?: Language;
}

/** Fields in the order of the form. */
export const fieldGroups = [
  'colours',
  'picture',
  'blocks',
  'barcode',
  'words',
  'letter',
  'greetings',
  'terms',
] as const;
export type FieldGroup = (typeof fieldGroups)[number];

const field = (path: string[], rest: Omit<TextField, 'name' | 'path'>): TextField => ({
  name: path.join('.'),
  path,
  ...rest,
});

/** Every field that holds one text; beside them there are the blocks of each place and the greetings. */
export const textFields: readonly TextField[] = [
  ...schemes.flatMap((scheme) =>
    colourNames.map((name) =>
      field(['colours', scheme, name], {
        label: `colours.${name}`,
        kind: 'colour',
        group: 'colours',
        scheme,
      }),
    ),
  ),
  field(['banner', 'ground'], { label: 'banner.ground', kind: 'colour', group: 'colours' }),
  field(['banner', 'text'], { label: 'banner.text', kind: 'colour', group: 'colours' }),
  field(['picture'], { label: 'picture', kind: 'picture', group: 'picture' }),
  field(['barcode', 'kind'], { label: 'barcode.kind', kind: 'barcode', group: 'barcode' }),
  field(['barcode', 'text'], { label: 'barcode.text', kind: 'line', group: 'barcode' }),
  ...designLabels.flatMap((name) =>
    languages.map((language) =>
      field(['words', language, name], { label: `words.${name}`, kind: 'line', group: 'words', language }),
    ),
  ),
  ...letterTextNames.flatMap((name) =>
    languages.map((language) =>
      field(['letter', language, name], {
        label: `letter.${name}`,
        kind: name === 'text' ? 'text' : 'line',
        group: 'letter',
        language,
      }),
    ),
  ),
  field(['terms'], { label: 'terms', kind: 'text', group: 'terms' }),
];

export const fieldsOf = (group: FieldGroup): TextField[] => textFields.filter((one) => one.group === group);

/** Fields of a form: where a block of a place stands, and a greeting in one language. */
export const blockField = (place: PlaceOfBlocks, block: BlockName): string => `blocks.${place}.${block}`;
export const greetingField = (index: number, language: Language): string => `greetings[${index}].${language}`;

/** The index and the language of a field of greetings; null: it is another field. */
export function greetingIn(name: string): { index: number; language: Language } | null {
  const [, digits = '', language] = /^greetings\[(\d{1,2})\]\.(ru|en)$/.exec(name) ?? [];
  return language === undefined ? null : { index: Number(digits), language: language as Language };
}
