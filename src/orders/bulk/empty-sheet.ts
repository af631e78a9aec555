/** The empty sheet of a bulk order, with a line that shows how, and the products that can be ordered. */
import { writeXlsx } from 'hucre/xlsx';
import type { Context } from '../../context.ts';
import { shownStock } from '../../catalog/catalogue.ts';
import { listProducts, type WireProduct } from '../../catalog/list-products.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { sampleLine, sheetFields, sheetHeadings } from './sheet-columns.ts';

const labels: Record<
  Language,
  {
    orders: string;
    products: string;
    id: string;
    title: string;
    faces: string;
    free: (from: string, to: string, step: string) => string;
  }
> = {
  ru: {
    orders: 'Заказы',
    products: 'Товары',
    id: 'Товар',
    title: 'Название',
    faces: 'Номиналы, ₽',
    free: (from, to, step) => `любой от ${from} до ${to}, шаг ${step}`,
  },
  en: {
    orders: 'Orders',
    products: 'Products',
    id: 'Product',
    title: 'Title',
    faces: 'Faces, ₽',
    free: (from, to, step) => `any from ${from} to ${to}, in steps of ${step}`,
  },
};

/** Names of the sheet that lists the products: it comes back with the orders and is not read. */
export const productSheets: readonly string[] = Object.values(labels).map(({ products }) => products);

export type EmptySheetContext = Pick<Context, 'pageDb' | 'cells' | 'clock'>;

/** With what can be ordered at this moment. */
export async function emptySheetNow(
  ctx: EmptySheetContext,
  format: SheetFormat,
  language: Language,
): Promise<AsyncIterable<Uint8Array>> {
  const products = await listProducts(ctx.pageDb, ctx.clock.now(), shownStock(ctx));
  return emptySheet({ format, language, products });
}

interface EmptySheetAsk {
  format: SheetFormat;
  language: Language;
  products: readonly WireProduct[];
}

/** A CSV file has one sheet, so it lacks the products. */
async function* emptySheet({ format, language, products }: EmptySheetAsk): AsyncGenerator<Uint8Array> {
  const { orders: title, ...texts } = labels[language];
  const headings = sheetFields.map((name) => sheetHeadings[name][language]);
  const sample: SheetCell[] = sheetFields.map((name) => sampleLine[language][name] ?? null);
  if (format === 'csv') return yield* sheetFile(format, { title, headings, rows: [sample] });
  const list = products.map((product) => [Number(product.id), product.title, facesOf(product, language)]);
  yield await writeXlsx({
    sheets: [
      { name: title, rows: [headings, sample], columns: headings.map(() => ({ width: 22 })) },
      {
        name: texts.products,
        rows: [[texts.id, texts.title, texts.faces], ...list],
        columns: [12, 50, 50].map((width) => ({ width })),
      },
    ],
  });
}

/** A leading 0 stands for any amount within the limits. */
function facesOf(
  { faces, face_min: min, face_max: max, face_step: step }: WireProduct,
  language: Language,
): string {
  const fixed = faces.filter((face) => face > 0).map(String);
  return [...fixed, ...(faces[0] === 0 ? [labels[language].free(min, max, step)] : [])].join(', ');
}
