/** How a certificate looks: its product's fields with its template version. */
import type { barcodeKinds } from '../../catalog/set-product.ts';
import { fullColours, nightColours } from './colours.ts';
import { plainDesign, type CertificateDesign, type DesignColours, type LetterTexts } from './design.ts';
import type { TemplateFile } from './template-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderText, type LetterValues } from './liquid-text.ts';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../platform/database/database.ts';

type BarcodeKind = (typeof barcodeKinds)[number];

/** The product's fields shown on certificates; a template may replace them. */
export interface ProductFacts {
  title: string;
  brief: string;
  /** `''` if there is none. */
  picture: string;
  /** The brand's own HTML. */
  terms: string;
  barcode_kind: BarcodeKind;
  barcode_of: 'number' | 'pin';
}

/** Everything that determines how a certificate looks, apart from its order. */
export interface Look {
  design: CertificateDesign;
  title: string;
  brief: string;
  picture: string | null;
  terms: string;
  barcode: { kind: BarcodeKind; text: string };
}

/** The look of a product with its template; null: the plain design. */
export function lookOf(facts: ProductFacts, template: TemplateFile | null): Look {
  const picture = template?.picture ?? facts.picture;
  return {
    design: template === null ? plainDesign : designOf(template),
    title: facts.title,
    brief: facts.brief,
    picture: picture === '' ? null : picture,
    terms: template?.terms ?? facts.terms,
    barcode: template?.barcode ?? { kind: facts.barcode_kind, text: `{{${facts.barcode_of}}}` },
  };
}

function designOf({ colours, banner, blocks, words, letter }: TemplateFile): CertificateDesign {
  const light = colours === undefined ? null : fullColours(colours.light, 'light');
  return {
    colours:
      light === null
        ? plainDesign.colours
        : {
            light,
            dark: colours?.dark === undefined ? nightColours(light) : fullColours(colours.dark, 'dark'),
          },
    banner: banner ?? (light === null ? null : bannerOf(light)),
    blocks: { ...plainDesign.blocks, ...withoutHoles(blocks ?? {}) },
    words: { ru: withoutHoles(words?.ru ?? {}), en: withoutHoles(words?.en ?? {}) },
    letter: { ru: withoutHoles(letter?.ru ?? {}), en: withoutHoles(letter?.en ?? {}) },
  };
}

const bannerOf = ({ accent, onAccent }: DesignColours) => ({ ground: accent, text: onAccent });

/** The file reader returns `undefined` for absent values. */
function withoutHoles<Given extends object>(
  given: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}

/** The letter's texts with their values; null means the default. `text` is markup that must still be sanitised. */
export type WrittenTexts = Record<keyof LetterTexts, string | null>;

export function writtenTexts(
  design: CertificateDesign,
  language: Language,
  values: LetterValues,
): WrittenTexts {
  const texts = design.letter[language];
  const written = (name: keyof LetterTexts): string | null => {
    const source = texts[name];
    if (source === undefined) return null;
    const text = renderText(name === 'text' ? 'markup' : 'line', source, values);
    // If nothing is left, for example of a text that depends on a missing name, the default is better than an empty
    // line.
    return text === null || text.trim() === '' ? null : text;
  };
  return {
    subject: written('subject'),
    preheader: written('preheader'),
    heading: written('heading'),
    text: written('text'),
    button: written('button'),
  };
}

/** Versions never change, so they are cached; a look with long terms takes 100 kB. */
const maxKept = 300;

const kept = new WeakMap<Sql, LRUCache<string, Look>>();

export interface LookKey {
  productId: number;
  version: number;
}

/** Returns the look of each key, in order; throws if a version does not exist. */
export async function findLooks(db: Sql, keys: LookKey[]): Promise<Look[]> {
  const looks = kept.get(db) ?? new LRUCache<string, Look>({ max: maxKept });
  kept.set(db, looks);
  const looksByName = new Map(keys.map((key) => [nameOf(key), looks.get(nameOf(key))]));
  const missing = keys.filter((key) => looksByName.get(nameOf(key)) === undefined);
  for (const { key, look } of await readLooks(db, missing)) {
    looks.set(nameOf(key), look);
    looksByName.set(nameOf(key), look);
  }
  return keys.map((key) => {
    const look = looksByName.get(nameOf(key));
    if (look === undefined)
      throw new Error(`Product ${key.productId} has no template version ${key.version}.`);
    return look;
  });
}

const nameOf = ({ productId, version }: LookKey): string => `${productId}:${version}`;

async function readLooks(db: Sql, keys: LookKey[]): Promise<{ key: LookKey; look: Look }[]> {
  if (keys.length === 0) return [];
  // A stored template is not validated again: a later rule must not make a sold certificate unreadable.
  const { rows } = await db.query<{
    product_id: number;
    version: number;
    body: TemplateFile | null;
    product: ProductFacts;
  }>(
    `select product_id, version, body, product from templates
     where (product_id, version) in (select * from unnest($1::bigint[], $2::integer[]))`,
    [keys.map((key) => key.productId), keys.map((key) => key.version)],
  );
  return rows.map(({ product_id: productId, version, body, product }) => ({
    key: { productId, version },
    look: lookOf(product, body),
  }));
}
