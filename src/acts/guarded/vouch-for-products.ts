/** An operator vouches for products without a passed final test, so that they can be ordered. */
import { readOffers, canBeVouchedFor, type JudgedProduct } from '../../catalog/judge-offers.ts';
import {
  longestReason,
  vouchFor,
  withdrawVouch,
  type VouchAsk,
  type VouchedFor,
} from '../../catalog/vouches.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Actor, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { givenReason } from '../../platform/values/given-reason.ts';

const act = 'product.vouched';

export type ProductsVouched = VouchedFor | { is: 'no-reason' };

/** Offers products on the word of whoever does it; with four eyes, when somebody else agrees. */
export async function vouchForProducts(
  { db, keyring }: GuardedContext,
  principal: Principal,
  { productIds, reason: typed }: { productIds: readonly number[]; reason: string },
  now: Date,
): Promise<ProductsVouched | NotYet> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-product' };
  const reason = givenReason(typed, longestReason);
  if (reason === '') return { is: 'no-reason' };
  const by = actorOf(principal);
  const ask: VouchAsk = { productIds: [...new Set(productIds)], byName: by.actorName, reason };
  return atomically<ProductsVouched | NotYet>(db, async (tx) => {
    if (!(await readFourEyes(tx)).on) return vouch(tx, keyring, by, ask, now);
    const judged = await readOffers(tx, ask);
    if (judged.length < ask.productIds.length) return { is: 'no-product' };
    const products = judged.filter((product) => !canBeVouchedFor(product));
    if (products.length > 0) return { is: 'not-vouchable', products };
    return askFor({ db: tx, keyring }, principal, { act, payload: ask }, now);
  });
}

async function vouch(tx: Tx, keyring: Keyring, by: Actor, ask: VouchAsk, now: Date): Promise<VouchedFor> {
  const vouched = await vouchFor(tx, ask, now);
  if (vouched.is !== 'vouched') return vouched;
  for (const product of await readOffers(tx, ask)) {
    const { byName, reason } = ask;
    await record(tx, keyring, { product, by, act, after: { byName, reason } }, now);
  }
  return vouched;
}

interface Recorded {
  product: Pick<JudgedProduct, 'productId' | 'supplierId'>;
  by: Actor;
  act: string;
  before?: object;
  after?: object;
}

const record = (
  tx: Tx,
  keyring: Keyring,
  { product: { productId, supplierId }, ...done }: Recorded,
  now: Date,
): Promise<void> =>
  recordAct(
    tx,
    keyring,
    { ...done, party: { side: 'supplier', partyId: supplierId }, about: `product ${productId}` },
    now,
  );

/** The person who asked vouches; the one who approved it is in the audit. */
export const executeVouch =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const outcome = await vouch(tx, keyring, actorOf(principal), payload as VouchAsk, now);
    return outcome.is === 'vouched' ? { is: 'done' } : { is: 'not-done', reason: { is: outcome.is } };
  };

/** Takes a word back; what was offered on it alone is offered no more. It needs nobody else. */
export async function withdrawProductVouch(
  { db, keyring }: GuardedContext,
  principal: Principal,
  productId: number,
  now: Date,
): Promise<{ is: 'withdrawn'; isOffered: boolean } | { is: 'no-product' | 'no-vouch' }> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-product' };
  return atomically<{ is: 'withdrawn'; isOffered: boolean } | { is: 'no-product' | 'no-vouch' }>(
    db,
    async (tx) => {
      const withdrawn = await withdrawVouch(tx, productId, now);
      const [product] = await readOffers(tx, { productIds: [productId] });
      if (product === undefined) return { is: 'no-product' };
      if (withdrawn === null) return { is: 'no-vouch' };
      const { byName, reason } = withdrawn.vouch;
      const done = { act: 'product.vouch-withdrawn', by: actorOf(principal), before: { byName, reason } };
      await record(tx, keyring, { product, ...done }, now);
      return { is: 'withdrawn', isOffered: product.offered === true };
    },
  );
}
