/** `product vouch`: offers products without a passed final test, because the user of the shell vouches for them. */
import type { Command } from 'commander';
import type { JudgedProduct } from '../../catalog/judge-offers.ts';
import { lackText } from '../../catalog/lack-labels.ts';
import { longestReason } from '../../catalog/vouches.ts';
import { vouchForProducts, withdrawProductVouch } from '../../acts/guarded/vouch-for-products.ts';
import { fromShell } from '../../people/access/principal.ts';
import { notYet } from '../people/approval.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

export function registerVouch(product: Command): void {
  product
    .command('vouch')
    .description('Offer products without a green final test, on your word; or take it back.')
    .argument('<product...>', 'ids of the products', (text: string, before: number[] | undefined) => [
      ...(before ?? []),
      anId(text),
    ])
    .option('--reason <text>', 'why you are sure that its certificates are accepted')
    .option('--withdraw', 'take it back: a product without a green test is not offered any more')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(vouch);
}

const help = `
Your name and the reason stand in the audit and in each proof (facevalue verify, /o/proof) as long as it lasts: until a final test
of the product's scheme, green or red, until its activation or the supplier's connection changes, or until you take it back.

Examples:
  facevalue product vouch 2001 --reason "redeemed by hand in two shops on 3 November, A. Petrova"
  facevalue product vouch 2001 --withdraw`;

interface VouchOptions extends OutputOptions {
  reason?: string;
  withdraw?: boolean;
}

async function vouch(productIds: number[], options: VouchOptions): Promise<void> {
  const { reason, withdraw = false } = options;
  if (withdraw === (reason !== undefined)) throw new Misuse('Choose --reason or --withdraw.');
  return reason === undefined ? takeBack(productIds, options) : give(productIds, reason, options);
}

async function give(productIds: number[], reason: string, options: VouchOptions): Promise<void> {
  const outcome = await withWorld(({ db, keyring, clock }) =>
    vouchForProducts({ db, keyring }, fromShell, { productIds, reason }, clock.now()),
  );
  switch (outcome.is) {
    case 'waits':
    case 'not-asked':
      throw notYet(outcome);
    case 'no-product':
      throw new Refusal('There is no such product.');
    case 'no-reason':
      throw new Misuse(`--reason must have 1 to ${longestReason} characters.`);
    case 'not-vouchable':
      throw new Refusal(outcome.products.map(unfitText).join('\n'), {
        products: outcome.products.map(({ productId, lacks }) => ({ id: productId, lacks })),
      });
    case 'vouched': {
      const offered = outcome.offers.putBack.map(({ productId }) => productId);
      answer(options, { vouched: productIds, offered }, () =>
        offered.length === 0 ? 'Noted; nothing new is on sale.' : `On sale now: ${offered.join(', ')}.`,
      );
    }
  }
}

const unfitText = (product: JudgedProduct): string =>
  product.lacks.length === 0
    ? `Product ${product.productId} needs no word: its final test is green.`
    : `Nobody can vouch for product ${product.productId}: ${product.lacks.map((lack) => lackText(lack, product, 'en')).join(' ')}`;

async function takeBack(productIds: number[], options: VouchOptions): Promise<void> {
  const outcomes = await withWorld(async ({ db, keyring, clock }) => {
    const done = [];
    for (const productId of productIds)
      done.push({
        productId,
        ...(await withdrawProductVouch({ db, keyring }, fromShell, productId, clock.now())),
      });
    return done;
  });
  const unknown = outcomes.filter(({ is }) => is !== 'withdrawn').map(({ productId }) => productId);
  const withdrawn = outcomes.filter(({ is }) => is === 'withdrawn').map(({ productId }) => productId);
  if (withdrawn.length === 0) throw new Refusal(`Nobody vouches for ${unknown.join(', ')}.`);
  answer(options, { withdrawn, not_vouched: unknown }, () =>
    [
      `Nobody vouches any more for ${withdrawn.join(', ')}.`,
      ...(unknown.length > 0 ? [`Nobody did for ${unknown.join(', ')}.`] : []),
    ].join('\n'),
  );
}
