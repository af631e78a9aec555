import type { barcodeKinds } from '../../src/catalog/set-product.ts';
import type { CodeForm } from './code-forms.ts';
import type { BrandKey } from './suppliers-and-brands.ts';

/** A product of the demo. Amounts are roubles. */
export interface DemoProduct {
  brand: BrandKey;
  /** Used in addresses; also the field `code` of getProducts. */
  slug: string;
  title: string;
  brief: string;
  /** The terms as a brand would supply them: HTML of varying quality. */
  terms: string;
  catalogComment?: string;
  categories: number[];
  perPurchase: number;
  /** `exchange`: a choice certificate. */
  acceptance: 'eshop' | 'offline' | 'any' | 'exchange';
  /** Of a choice certificate: what it is exchanged for. */
  exchangedFor?: { categories: number[]; brands: BrandKey[] };
  /** Tills may take a part and leave the rest. */
  inParts?: boolean;
  /** 0 is a free amount between `least` and `most` in steps of `step`. */
  faces: number[];
  step: number;
  least: number;
  most: number;
  validity: { is: 'unlimited' } | { is: 'next-year-end' } | { is: 'days'; days: number };
  barcode: { kind: (typeof barcodeKinds)[number]; of: 'number' | 'pin' };
  codeInLetter?: boolean;
  /** Has its own template, the file of its slug in `seeds/templates/`. */
  hasTemplate?: boolean;
  /** Null if the platform makes the codes at the moment of sale. */
  pool: DemoPool | null;
}

export interface DemoPool {
  number: CodeForm;
  pin: CodeForm;
  /** Codes by face; a face with none is sold out. */
  stock: Record<number, number>;
}
