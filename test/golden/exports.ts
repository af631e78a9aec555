/** Every table that leaves the platform: its headings and rows, in both languages where it has two. */
import { readXlsx } from 'hucre/xlsx';
import { emptySheetNow } from '../../src/orders/bulk/empty-sheet.ts';
import { resultFile, wrongLinesFile } from '../../src/orders/bulk/result-file.ts';
import type { CatalogueImport } from '../../src/acts/catalog/imports/catalogue-import.ts';
import { addressFile } from '../../src/catalog/addresses/address-file.ts';
import { exportedSheet } from '../../src/acts/guarded/exported-sheet.ts';
import { changesFile, wrongFile } from '../../src/http/operator/imports/import-files.ts';
import { importLabels } from '../../src/http/operator/imports/labels.ts';
import { activationTableFile } from '../../src/messaging/letters/activation/table-file.ts';
import { takeStatement } from '../../src/clients/money/take-statement.ts';
import { orderFile } from '../../src/orders/export/order-file.ts';
import { noFilters } from '../../src/orders/search/list-orders.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { sheetFile } from '../../src/platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { settlementCsv, settlementXlsx } from '../../src/reports/settlement-file.ts';
import { takeSupplierList } from '../../src/reports/take-supplier-list.ts';
import type { Golden } from './golden.ts';
import type { GoldenWorld } from './golden-world.ts';

/** By the files of src that make tables, the golden files that show them. */
export const makersOfExports: Record<string, string[]> = {
  'src/orders/bulk/empty-sheet.ts': both('bulk-empty', 'bulk-empty-workbook'),
  'src/orders/bulk/result-file.ts': both('bulk-result', 'bulk-wrong-lines'),
  'src/catalog/addresses/address-file.ts': ['exports/addresses.en.csv'],
  'src/commands/suppliers/supplier-codes.ts': ['exports/sold-codes.en.csv'],
  'src/http/operator/imports/import-files.ts': both('import-changes', 'import-wrong'),
  'src/http/operator/suppliers/sold-codes.ts': ['exports/sold-codes.en.csv'],
  'src/messaging/letters/activation/table-file.ts': both('activation-table'),
  'src/clients/money/statement-file.ts': both('statement'),
  'src/orders/export/order-file.ts': both('orders'),
  'src/reports/settlement-file.ts': both('settlement', 'settlement-workbook'),
  'src/reports/take-supplier-list.ts': both('supplier-sold', 'supplier-redeemed'),
};

function both(...names: string[]): string[] {
  return names.flatMap((name) => [`exports/${name}.ru.csv`, `exports/${name}.en.csv`]);
}

const at = new Date('2026-11-21T09:00:00Z');

type Made = AsyncIterable<Uint8Array> | Uint8Array | string | null;

export async function exports(place: GoldenWorld): Promise<Golden> {
  const golden: Golden = {};
  for (const language of ['ru', 'en'] as const)
    for (const [name, make] of Object.entries(exportsIn(place, language)))
      golden[`exports/${name}.${language}.csv`] = place.stable(await textOf(await make()));
  // These speak one language.
  golden['exports/addresses.en.csv'] = await textOf(addressFile('csv', [address]));
  golden['exports/sold-codes.en.csv'] = await textOf(sheetFile('csv', exportedSheet([soldCode])));
  return golden;
}

function exportsIn(
  { world, client, product, bulkId }: GoldenWorld,
  language: Language,
): Record<string, () => Made | Promise<Made>> {
  const { home, ctx } = world;
  const now = world.clock.now();
  const bulk = { clientId: client.id, bulkId, format: 'csv', language } as const;
  const month = { name: '2026-11', from: '2026-11-01', to: '2026-12-01' };
  const settlement = {
    supplierId: 501,
    name: 'Mill',
    from: at,
    to: new Date('2026-12-01T00:00:00Z'),
    lines: [line],
  };
  const list = {
    supplierId: product.supplierId,
    from: '2026-11-01',
    until: '2026-11-30',
    format: 'csv',
    language,
  } as const;
  const taken = async (which: 'sold' | 'redeemed'): Promise<Made> => {
    const outcome = await takeSupplierList(ctx, fromShell, { ...list, list: which }, now);
    return outcome.is === 'sheet' ? outcome.content : outcome.is;
  };
  return {
    orders: () =>
      orderFile(home.pageDb, { clientId: client.id, filters: noFilters, format: 'csv', language }),
    async statement() {
      const ask = { clientId: client.id, month, format: 'csv', language, payee: [], baseUrl: '' };
      const outcome = await takeStatement(
        home,
        fromShell,
        ask as unknown as Parameters<typeof takeStatement>[2],
        now,
      );
      return outcome.is === 'sheet' ? outcome.content : outcome.is;
    },
    settlement: () => settlementCsv(settlement, language),
    'settlement-workbook': () => settlementXlsx(settlement, language),
    'bulk-result': () => resultFile(home.db, home.keyring, { ...bulk, baseUrl: world.baseUrl }),
    'bulk-wrong-lines': () => wrongLinesFile(home.db, bulk),
    'bulk-empty': () => emptySheetNow(ctx, 'csv', language),
    'bulk-empty-workbook': () => emptySheetNow(ctx, 'xlsx', language),
    'supplier-sold': () => taken('sold'),
    'supplier-redeemed': () => taken('redeemed'),
    'import-wrong': () => wrongFile(imported({ is: 'wrong', problems: [problem] }), importLabels[language]),
    'import-changes': () => changesFile(imported(changed), importLabels[language]),
    'activation-table': () =>
      activationTableFile(
        [{ row: 1, number: '77', orderNumber: '1-1', faceKopecks: 50_000, expiresAt: at }],
        language,
      ),
  };
}

const line = {
  productId: 2001,
  title: 'Mill and Loaf',
  faceKopecks: 50_000,
  issued: 7,
  activated: 6,
  redeemed: 5,
  expired: 4,
  refunded: 3,
  takenBack: 2,
  unclear: 1,
};
const address = {
  productId: 2001,
  area: 'Area',
  locality: 'Town',
  address: 'Mill Lane 1',
  lat: '55.1',
  lon: '82.9',
};
const soldCode = {
  orderNumber: '1-1',
  code: { number: '77', pin: '1001' },
  productId: 2001,
  title: 'Mill and Loaf',
  faceKopecks: 50_000,
  soldAt: at,
  expiresAt: at,
} as unknown as Parameters<typeof exportedSheet>[0][number];
const problem = { product: '2001', field: 'title', reason: 'is empty' };
const changed = {
  is: 'imported',
  report: {
    changes: {
      listed: [
        {
          productId: 2001,
          title: 'Mill and Loaf',
          isNew: false,
          fields: [{ field: 'title', before: 'Mill', after: 'Mill and Loaf' }],
        },
        { productId: 2002, title: 'Tea', isNew: true, fields: [] },
      ],
    },
  },
};
const imported = (outcome: object): CatalogueImport => ({ outcome }) as unknown as CatalogueImport;

const byteOrderMark = '\ufeff';

/** A workbook as lines too, each sheet under its name. */
async function textOf(made: Made): Promise<string> {
  if (made === null || typeof made === 'string')
    return `${made}`.replace(byteOrderMark, '').replaceAll('\r\n', '\n');
  const bytes = made instanceof Uint8Array ? made : Buffer.concat(await Array.fromAsync(made));
  if (bytes[0] !== zipMark)
    return Buffer.from(bytes).toString('utf8').replace(byteOrderMark, '').replaceAll('\r\n', '\n');
  const { sheets } = await readXlsx(bytes);
  return sheets
    .map(({ name, rows }) =>
      [`# ${name}`, ...rows.map((row) => row.map((cell) => JSON.stringify(cell)).join(';'))].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}

/** `P` of `PK`. */
const zipMark = 0x50;
