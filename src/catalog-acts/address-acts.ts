/** What people and commands do about shop addresses. */
import { operator } from '../people/access/party.ts';
import { may, type Principal } from '../people/access/principal.ts';
import { transaction, type Database } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { AddressToAdd } from '../catalog/add-addresses.ts';
import { setAddresses, type AddressesAsk, type AddressesSet } from '../catalog/addresses/set-addresses.ts';
import { recorded } from './recorded.ts';

export interface ImportAsk {
  addresses: readonly AddressToAdd[];
  /** Only adds; otherwise the products that the table names have its addresses and no others. */
  adds: boolean;
  dryRun: boolean;
}

type Ended = AddressesSet | { is: 'forbidden' };
type AddressContext = { db: Database; keyring: Keyring };

/** A dry run does the same and takes it back, so a preview tells what the import will do. */
class TakenBack extends Error {
  readonly outcome: AddressesSet;

  constructor(outcome: AddressesSet) {
    super('A dry run.');
    this.outcome = outcome;
  }
}

export async function importAddresses(
  ctx: AddressContext,
  principal: Principal,
  { addresses, adds, dryRun }: ImportAsk,
  now: Date,
): Promise<Ended> {
  const cleared = adds ? [] : [...new Set(addresses.map(({ productId }) => productId))];
  const ask = { addresses, cleared };
  if (!dryRun) return change(ctx, principal, { ask, act: 'addresses.imported' }, now);
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  try {
    return await transaction(ctx.db, async (tx): Promise<AddressesSet> => {
      throw new TakenBack(await setAddresses(tx, ask));
    });
  } catch (thrown) {
    if (thrown instanceof TakenBack) return thrown.outcome;
    throw thrown;
  }
}

/** Takes all addresses of a product away. */
export const clearAddresses = (
  ctx: AddressContext,
  principal: Principal,
  productId: number,
  now: Date,
): Promise<Ended> =>
  change(ctx, principal, { ask: { addresses: [], cleared: [productId] }, act: 'addresses.cleared' }, now);

async function change(
  ctx: AddressContext,
  principal: Principal,
  { ask, act }: { ask: AddressesAsk; act: string },
  now: Date,
): Promise<Ended> {
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  return recorded<AddressesSet>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await setAddresses(tx, ask);
      if (outcome.is !== 'set') return { outcome, done: null };
      const moved = outcome.changes.filter(({ added, removed }) => added + removed > 0);
      if (moved.length === 0) return { outcome, done: null };
      const [first] = moved;
      const about = moved.length === 1 ? `product ${first?.productId}` : `${moved.length} products`;
      const sum = (field: 'added' | 'removed'): number => moved.reduce((all, one) => all + one[field], 0);
      const after = { added: sum('added'), removed: sum('removed') };
      return { outcome, done: { party: operator, act, about, after } };
    },
    now,
  );
}
