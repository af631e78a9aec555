/** The file that describes a template. */
import { z } from 'zod';
import { barcodeKinds } from '../catalog/set-product.ts';
import { unreadable, fullColours } from './colours.ts';
import { contrast, minContrast } from './contrast.ts';
import { designLabels, placesOfBlocks } from './design.ts';
import { textProblems, type TextKind } from './liquid-text.ts';

/** The schema of a template file; everything but the first line is optional. */
const fileVersion = 1;

const maxTermsLength = 100_000;
const maxLineLength = 200;
const maxAddressLength = 1000;
const maxBarcodePatternLength = 60;
const maxGreetings = 50;
const maxGreetingLength = 512;

/** Position in a text at which a refinement found its problem; see `problems.ts`. */
export interface TextPlace {
  offset: number;
}

const line = z
  .string()
  .max(maxLineLength)
  .regex(/\S/, 'is empty: leave it out instead')
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'is one line without control characters');

/** A text in the template language. */
const liquid = (kind: TextKind) =>
  z.string().superRefine((text, context) => {
    if (!/\S/.test(text)) context.addIssue({ code: 'custom', message: 'is empty: leave it out instead' });
    for (const { offset, reason } of textProblems(kind, text))
      context.addIssue({ code: 'custom', message: reason, params: { offset } satisfies TextPlace });
  });

const colour = z
  .string()
  .regex(/^#[\da-fA-F]{6}$/, 'is a colour as #a63c1a')
  .toLowerCase();

const scheme = (name: 'light' | 'dark') =>
  z
    .strictObject({ accent: colour, on_accent: colour.optional(), paper: colour.optional() })
    .superRefine((given, context) => {
      for (const message of unreadable(fullColours(given, name), name))
        context.addIssue({ code: 'custom', message });
    });

const banner = z.strictObject({ ground: colour, text: colour }).superRefine((given, context) => {
  const found = contrast(given.text, given.ground);
  if (found < minContrast)
    context.addIssue({
      code: 'custom',
      message: `text on ground has a contrast of ${found.toFixed(2)}: text needs ${minContrast} and more`,
    });
});

/** A list of blocks without duplicates; those of `needed` are required. */
const blocks = <const Name extends string>(names: readonly Name[], needed: readonly Name[]) =>
  z.array(z.enum(names)).superRefine((given, context) => {
    for (const [index, name] of given.entries())
      if (given.indexOf(name) < index)
        context.addIssue({ code: 'custom', path: [index], message: `«${name}» is here twice` });
    for (const name of needed)
      if (!given.includes(name))
        context.addIssue({
          code: 'custom',
          message: `«${name}» can't be left out: every certificate shows it`,
        });
  });

const blocksOfPlaces = z
  .strictObject({
    head: blocks(placesOfBlocks.head, ['face', 'validity']),
    code: blocks(placesOfBlocks.code, []),
    below: blocks(placesOfBlocks.below, ['terms', 'order_number', 'support']),
  })
  .partial()
  .superRefine(({ code }, context) => {
    if (code !== undefined && !code.includes('number') && !code.includes('pin'))
      context.addIssue({ code: 'custom', path: ['code'], message: 'needs «number», «pin» or both' });
  });

const digitKinds = ['ean13', 'itf'];

const barcode = z
  .strictObject({
    kind: z.enum(barcodeKinds),
    text: z.string().max(maxBarcodePatternLength).default('{{number}}'),
  })
  .superRefine(({ kind, text }, context) => {
    const rest = text.replaceAll(/\{\{\s*(?:number|pin)\s*\}\}/g, '');
    const wrong = (message: string): void => context.addIssue({ code: 'custom', path: ['text'], message });
    if (/[{}]/.test(rest)) wrong('knows {{number}} and {{pin}}, with signs between them');
    else if (rest === text) wrong('says neither {{number}} nor {{pin}}');
    else if (!/^[\x20-\x7e]*$/.test(rest))
      wrong('has signs that no scanner reads: use Latin letters, digits and signs');
    else if (digitKinds.includes(kind) && !/^\d*$/.test(rest))
      wrong(`has signs that ${kind} can't carry: it knows digits alone`);
    else if (kind === 'code39' && !/^[A-Z0-9 \-.$/+%]*$/.test(rest))
      wrong("has signs that code39 can't carry");
  });

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

const greeting = z.string().max(maxGreetingLength).regex(/\S/, 'is empty');

export const templateSchema = z
  .strictObject({
    facevalue_template: z.literal(fileVersion),
    picture: z
      .url({ protocol: /^https?$/, error: 'is the address of a picture, as https://…' })
      .max(maxAddressLength)
      .optional(),
    colours: z.strictObject({ light: scheme('light'), dark: scheme('dark').optional() }).optional(),
    banner: banner.optional(),
    blocks: blocksOfPlaces.optional(),
    barcode: barcode.optional(),
    terms: z.string().max(maxTermsLength).regex(/\S/, 'is empty: leave it out instead').optional(),
    words: inBoth(wordsOfLanguage).partial().optional(),
    letter: inBoth(letterTexts).partial().optional(),
    greetings: z
      .array(inBoth(greeting).partial().refine(saysSomething, 'says nothing: give it ru, en or both'))
      .max(maxGreetings)
      .optional(),
  })
  .superRefine(({ barcode: given, blocks: shown }, context) => {
    // A till may depend on the barcode alone: it is hidden only if the file says so explicitly.
    if (shown?.code !== undefined && !shown.code.includes('barcode') && given?.kind !== 'none')
      context.addIssue({
        code: 'custom',
        path: ['blocks', 'code'],
        message: 'needs «barcode»; where there is none, say so by "barcode": { "kind": "none" }',
      });
  });

/** A template as written in its file. */
export type TemplateFile = z.infer<typeof templateSchema>;
