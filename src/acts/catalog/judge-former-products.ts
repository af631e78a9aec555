/** Products of a version that asked for no final test: those that have sold go on, on the word of the upgrade. */
import { findFormer, keepFormerTests, type Former } from '../../catalog/former-products.ts';
import {
  canBeVouchedFor,
  holdSuppliers,
  judgeForTheFirstTime,
  readOffers,
  shouldBeOffered,
} from '../../catalog/judge-offers.ts';
import { vouchFor, wordOfUpgrade } from '../../catalog/vouches.ts';
import type { Context } from '../../context.ts';
import { operator } from '../../people/access/party.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { gathered } from '../../platform/cells/merge.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import { supplierParty } from './recorded.ts';

export const formerWereJudged = 'products of a version before were judged: what has sold is vouched for';

type UpgradeContext = Pick<Context, 'db' | 'cells' | 'keyring' | 'clock'>;

export interface FormerJudged {
  vouched: number[];
  /** Were on sale by the rules of then, and are not any more. */
  takenOut: number[];
}

const by = { actor: 'upgrade', actorName: wordOfUpgrade.byName };

/**
 * Every process, and every command that changes something, does it before anything else, so that no product is missing meanwhile.
 * Null: there are none.
 */
export async function judgeFormerProducts(ctx: UpgradeContext): Promise<FormerJudged | null> {
  const former = await findFormer(ctx.db);
  if (former.length === 0) return null;
  const now = ctx.clock.now();
  const sold = await findSold(ctx, former, now);
  return transaction(ctx.db, async (tx) => {
    await holdSuppliers(tx, 'all');
    // Another process may have been first.
    const unjudged = await findFormer(tx);
    return unjudged.length === 0 ? null : judge(tx, ctx, { unjudged, sold }, now);
  });
}

async function judge(
  tx: Tx,
  { keyring }: UpgradeContext,
  { unjudged, sold }: { unjudged: Former[]; sold: ReadonlySet<number> },
  now: Date,
): Promise<FormerJudged> {
  await keepFormerTests(tx);
  const productIds = unjudged.map(({ productId }) => productId);
  const onSale = new Set(unjudged.filter(({ wasOffered }) => wasOffered).map(({ productId }) => productId));
  const lacking = (await readOffers(tx, { productIds })).filter((product) => !shouldBeOffered(product));
  const vouched = lacking.filter(
    (product) => onSale.has(product.productId) && sold.has(product.productId) && canBeVouchedFor(product),
  );
  const takenOut = lacking.filter((one) => onSale.has(one.productId) && !vouched.includes(one));
  const done = { vouched: vouched.map(idOf), takenOut: takenOut.map(idOf) };
  if (vouched.length > 0) await vouchFor(tx, { ...wordOfUpgrade, productIds: done.vouched }, now);
  await judgeForTheFirstTime(tx, { productIds, sold: productIds.filter((id) => sold.has(id)) }, now);
  for (const { productId, supplierId } of vouched) {
    const act = {
      party: supplierParty(supplierId),
      by,
      act: 'product.vouched',
      about: `product ${productId}`,
    };
    await recordAct(tx, keyring, { ...act, after: wordOfUpgrade }, now);
  }
  const act = { party: operator, by, act: 'catalogue.judged', about: 'catalogue', after: done };
  await recordAct(tx, keyring, act, now);
  return done;
}

const idOf = ({ productId }: { productId: number }): number => productId;

/** Sales of the last days may not be counted yet. */
const uncountedMs = 3 * 86_400_000;

async function findSold(ctx: UpgradeContext, former: Former[], now: Date): Promise<Set<number>> {
  const values = [
    former.map(({ productId }) => productId),
    former.map(({ supplierId }) => supplierId),
    new Date(now.getTime() - uncountedMs),
  ];
  const products = await gathered(ctx, async ({ db }) => {
    const { rows } = await db.query<{ id: number }>(
      `select w.id from unnest($1::bigint[], $2::bigint[]) as w (id, supplier_id)
       where exists (select from supplier_days d where d.supplier_id = w.supplier_id and d.product_id = w.id and d.sold > 0)
         or exists (select from certificates t where t.supplier_id = w.supplier_id and t.product_id = w.id
           and t.code_id is not null and t.issued_at >= $3)`,
      values,
    );
    return rows;
  });
  return new Set(products.map(({ id }) => id));
}
