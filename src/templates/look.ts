import type { barcodeKinds } from '../catalog/set-product.ts';
import { fullColours, nightColours } from './colours.ts';
import { plainDesign, type CertificateDesign, type DesignColours } from './design.ts';
import type { TemplateFile } from './template-file.ts';

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
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}
