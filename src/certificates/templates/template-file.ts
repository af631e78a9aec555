/** The file that describes a template. */
import { z } from 'zod';
import { barcodeKinds } from '../../catalog/set-product.ts';
import { unreadable, fullColours } from './colours.ts';
import { contrastLack } from './contrast.ts';
import { designLabels, placesOfBlocks } from './design.ts';
import { textProblems, type TextKind } from './liquid-text.ts';
import type { TemplateReason } from './template-reasons.ts';

/** The schema of a template file; everything but the first line is optional. */
export const fileVersion = 1;

const maxTermsLength = 100_000;
const maxLineLength = 200;
const maxAddressLength = 1000;
const maxBarcodePatternLength = 60;
/** What a barcode carries if nothing else is said. */
export const usualPattern = '{{number}}';
export const maxGreetings = 50;
const maxGreetingLength = 512;

/** What a judgement of ours finds; see `judge-template.ts`. */
export interface Fault {
  reason: TemplateReason;
  /** Path below the value that is judged. */
  path?: (string | number)[];
  /** Position in a text, from 0. */
  offset?: number;
}

/** A value that also has none of these faults. */
const judged = <Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (value: z.output<Schema>) => readonly Fault[],
) =>
  schema.superRefine((value, context) => {
    for (const { path = [], ...params } of faultsOf(value))
      context.addIssue({ code: 'custom', path, params });
  });

const isBlank = (text: string): boolean => !/\S/.test(text);
const emptyFault = (text: string): Fault[] => (isBlank(text) ? [{ reason: { is: 'empty' } }] : []);

/** JSON can write what neither a page nor a letter can show. */
const unwritableFault = (text: string): Fault[] =>
  text.includes('\0') || !text.isWellFormed() ? [{ reason: { is: 'unwritable' } }] : [];

const textFaults = (text: string): Fault[] => [...emptyFault(text), ...unwritableFault(text)];

/** A text that says something. */
const said = (maxLength: number) => judged(z.string().max(maxLength), textFaults);

const line = judged(said(maxLineLength), (text) =>
  /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? [{ reason: { is: 'one-line' } }] : [],
);

/** A text in the template language. */
const liquid = (kind: TextKind) =>
  judged(z.string(), (text) => [...textFaults(text), ...textProblems(kind, text)]);

const isColour = (text: string): boolean => /^#[\da-fA-F]{6}$/.test(text);

const colour = judged(z.string(), (text) =>
  isColour(text) ? [] : [{ reason: { is: 'colour' } }],
).toLowerCase();

/** Only colours have a contrast. */
const areColours = (given: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(given).every((text) => text === undefined || isColour(text));

const scheme = (name: 'light' | 'dark') =>
  judged(
    z.strictObject({ accent: colour, on_accent: colour.optional(), paper: colour.optional() }),
    (given) =>
      areColours(given)
        ? unreadable(fullColours(given, name), name).map(({ field, reason }) => ({ path: [field], reason }))
        : [],
  );

const banner = judged(z.strictObject({ ground: colour, text: colour }), ({ ground, text }) => {
  const lack = areColours({ ground, text }) ? contrastLack(text, ground) : null;
  return lack === null ? [] : [{ path: ['text'], reason: { is: 'contrast-banner', ...lack } }];
});

/** A list of blocks without duplicates; those of `needed` are required. */
const blocks = <const Name extends string>(names: readonly Name[], needed: readonly Name[]) =>
  judged(z.array(z.enum(names)), (given) => [
    ...given.flatMap((block, index): Fault[] =>
      given.indexOf(block) < index ? [{ path: [index], reason: { is: 'block-twice', block } }] : [],
    ),
    ...needed.flatMap((block): Fault[] =>
      given.includes(block) ? [] : [{ reason: { is: 'block-needed', block } }],
    ),
  ]);

const blocksOfPlaces = judged(
  z
    .strictObject({
      head: blocks(placesOfBlocks.head, ['face', 'validity']),
      code: blocks(placesOfBlocks.code, []),
      below: blocks(placesOfBlocks.below, ['terms', 'order_number', 'support']),
    })
    .partial(),
  ({ code }) =>
    code !== undefined && !code.includes('number') && !code.includes('pin')
      ? [{ path: ['code'], reason: { is: 'block-code' } }]
      : [],
);

/** What the library says of other fields that are not there. */
export const notGiven = 'received undefined';

const digitKinds = ['ean13', 'itf'];

const barcode = judged(
  z.strictObject({
    kind: z.enum(barcodeKinds, { error: ({ input }) => (input === undefined ? notGiven : undefined) }),
    text: z.string().max(maxBarcodePatternLength).default(usualPattern),
  }),
  ({ kind, text }) => {
    const reason = patternFault(kind, text);
    return reason === null ? [] : [{ path: ['text'], reason }];
  },
);

function patternFault(kind: (typeof barcodeKinds)[number], text: string): TemplateReason | null {
  const rest = text.replaceAll(/\{\{\s*(?:number|pin)\s*\}\}/g, '');
  if (/[{}]/.test(rest)) return { is: 'barcode-braces' };
  if (rest === text) return { is: 'barcode-nothing' };
  if (!/^[\x20-\x7e]*$/.test(rest)) return { is: 'barcode-signs' };
  if (digitKinds.includes(kind) && !/^\d*$/.test(rest)) return { is: 'barcode-digits', kind };
  return kind === 'code39' && !/^[A-Z0-9 \-.$/+%]*$/.test(rest) ? { is: 'barcode-code39' } : null;
}

const letterTexts = z
  .strictObject({
    subject: liquid('line'),
    preheader: liquid('line'),
    heading: liquid('line'),
    text: liquid('markup'),
    button: liquid('line'),
  })
  .partial();

const wordsOfLanguage = z
  .strictObject(
    Object.fromEntries(designLabels.map((word) => [word, line])) as Record<
      (typeof designLabels)[number],
      typeof line
    >,
  )
  .partial();

const inBoth = <Schema extends z.ZodType>(schema: Schema) => z.strictObject({ ru: schema, en: schema });

const saysSomething = ({ ru, en }: { ru?: string | undefined; en?: string | undefined }): boolean =>
  ru !== undefined || en !== undefined;

const greeting = said(maxGreetingLength);

const greetingInBoth = judged(inBoth(greeting).partial(), (given) =>
  saysSomething(given) ? [] : [{ reason: { is: 'greeting-empty' } }],
);

/** A till may depend on the barcode alone: it is hidden only if the file says so explicitly. */
const hidesBarcode = (code: readonly string[] | undefined, kind: string | undefined): boolean =>
  code !== undefined && !code.includes('barcode') && kind !== 'none';

export const templateSchema = judged(
  z.strictObject({
    facevalue_template: z.literal(fileVersion),
    picture: z
      .url({ protocol: /^https?$/ })
      .max(maxAddressLength)
      .optional(),
    colours: z.strictObject({ light: scheme('light'), dark: scheme('dark').optional() }).optional(),
    banner: banner.optional(),
    blocks: blocksOfPlaces.optional(),
    barcode: barcode.optional(),
    terms: said(maxTermsLength).optional(),
    words: inBoth(wordsOfLanguage).partial().optional(),
    letter: inBoth(letterTexts).partial().optional(),
    greetings: z.array(greetingInBoth).max(maxGreetings).optional(),
  }),
  ({ barcode: given, blocks: shown }) =>
    hidesBarcode(shown?.code, given?.kind)
      ? [{ path: ['blocks', 'code'], reason: { is: 'block-barcode' } }]
      : [],
);

/** A template as written in its file. */
export type TemplateFile = z.infer<typeof templateSchema>;
