/** Takes over an uploaded catalogue; `dryRun`: only reports what would be done. */
import { isDeepStrictEqual } from 'node:util';
import type { CatalogImport, ImportOptions } from '../../../catalog/import/import-catalog.ts';
import { operator } from '../../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../../people/access/principal.ts';
import { readFourEyes } from '../../../people/approvals/four-eyes.ts';
import { recordAct } from '../../../people/audit/record-act.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { takeCatalog } from '../../../certificates/templates/change-catalog.ts';

export interface CatalogueAsk extends Omit<ImportOptions, 'newOnSale'> {
  products: unknown;
  dryRun: boolean;
  /** Imports only if it does exactly this, as an earlier preview said. */
  expected?: CatalogImport;
}

export type CatalogueTaken = CatalogImport | { is: 'forbidden' } | { is: 'changed' };

/** Undoes the transaction of an import that is not what was previewed. */
class Unexpected extends Error {}

export async function importCatalogue(
  { db, keyring }: { db: Database; keyring: Keyring },
  principal: Principal,
  { expected, ...ask }: CatalogueAsk,
  now: Date,
): Promise<CatalogueTaken> {
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  // With four eyes, somebody else agrees before a new product goes on sale.
  const newOnSale = !(await readFourEyes(db)).on;
  try {
    return await takeCatalog(db, { ...ask, newOnSale }, now, async (tx, outcome) => {
      if (expected !== undefined && !isSame(outcome, expected)) throw new Unexpected();
      if (outcome.is !== 'imported') return;
      const { products, productsAdded, faces } = outcome.report;
      const act = { party: operator, by: actorOf(principal), act: 'catalogue.imported', about: 'catalogue' };
      await recordAct(tx, keyring, { ...act, after: { products, productsAdded, faces } }, now);
    });
  } catch (problem) {
    if (problem instanceof Unexpected) return { is: 'changed' };
    throw problem;
  }
}

/** Neither the order of stored fields nor numbers that are drawn each time make a difference. */
const isSame = (one: CatalogImport, other: CatalogImport): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other));

function comparable(outcome: CatalogImport): unknown {
  if (outcome.is !== 'imported') return plain(outcome);
  const { renumbered, withoutFaces, changes, ...report } = outcome.report;
  const inFile = new Map(renumbered.map(({ id, productId }) => [productId, -id]));
  const idOf = (id: number): number => inFile.get(id) ?? id;
  return plain({
    ...report,
    renumbered: renumbered.map(({ id }) => id),
    withoutFaces: withoutFaces.map(idOf),
    total: changes?.total,
    listed: changes?.listed.map((one) => ({ ...one, productId: idOf(one.productId) })),
  });
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
