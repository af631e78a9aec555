/** Acts on shop addresses, from pages and commands. */
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { AddressToAdd } from '../../catalog/add-addresses.ts';
import { dropPreview, findPreview, keepPreview } from '../../catalog/addresses/address-previews.ts';
import {
  changeAddress,
  setAddresses,
  type AddressChanged,
  type AddressesAsk,
  type AddressesSet,
} from '../../catalog/addresses/set-addresses.ts';
import { changedFields, recorded } from './recorded.ts';

export interface ImportAsk {
  addresses: readonly AddressToAdd[];
  /** True: addresses are only added. False: the products that the table names get its addresses and no others. */
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

export type AddressesPreviewed = Extract<AddressesSet, { is: 'set' }> & { previewId: number };

/** What a file changes of one product, and the file kept until somebody imports it. */
export async function previewAddresses(
  ctx: AddressContext,
  principal: Principal,
  { productId, addresses, adds }: { productId: number } & Omit<ImportAsk, 'dryRun'>,
  now: Date,
): Promise<AddressesPreviewed | { is: 'forbidden' | 'no-product' }> {
  const outcome = await importAddresses(ctx, principal, { addresses, adds, dryRun: true }, now);
  if (outcome.is === 'forbidden') return { is: 'forbidden' };
  if (outcome.is !== 'set') return { is: 'no-product' };
  const { seen } = outcome;
  const previewId = await transaction(ctx.db, (tx) =>
    keepPreview(tx, productId, { addresses: [...addresses], adds, seen }, now),
  );
  return { ...outcome, previewId };
}

/** Imports exactly what was previewed; `late`: another file was previewed meanwhile, or this one is imported. */
export async function importPreviewed(
  ctx: AddressContext,
  principal: Principal,
  { productId, previewId }: { productId: number; previewId: number },
  now: Date,
): Promise<Ended | { is: 'late' }> {
  const preview = await findPreview(ctx.db, productId, previewId);
  if (preview === null) return { is: 'late' };
  const { addresses, adds, seen } = preview;
  const ask = { addresses, cleared: adds ? [] : [productId], seen };
  const after = (tx: Tx): Promise<unknown> => dropPreview(tx, productId);
  return change(ctx, principal, { ask, act: 'addresses.imported', after }, now);
}

/** Adds one; `known`: the product has it. */
export async function addAddress(
  ctx: AddressContext,
  principal: Principal,
  address: AddressToAdd,
  now: Date,
): Promise<Ended | { is: 'known' }> {
  const ask = { addresses: [address], cleared: [] };
  const ended = await change(ctx, principal, { ask, act: 'addresses.added', auditDetails: address }, now);
  return ended.is === 'set' && ended.fresh.length === 0 ? { is: 'known' } : ended;
}

/** Changes one, or takes it away (null). */
export async function editAddress(
  ctx: AddressContext,
  principal: Principal,
  ask: { productId: number; id: number; to: AddressToAdd | null },
  now: Date,
): Promise<AddressChanged | { is: 'forbidden' }> {
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  return recorded<AddressChanged>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await changeAddress(tx, ask);
      if (outcome.is !== 'changed') return { outcome, done: null };
      const { id: _id, productId, ...before } = outcome.before;
      const { productId: _productId, ...to } = ask.to ?? { productId };
      const changed = ask.to === null ? { before, after: null } : changedFields(before, to);
      const act = ask.to === null ? 'addresses.removed' : 'addresses.changed';
      const about = `product ${productId}`;
      return { outcome, done: changed && { party: operator, act, about, ...changed } };
    },
    now,
  );
}

/** Takes all addresses of a product away. */
export const clearAddresses = (
  ctx: AddressContext,
  principal: Principal,
  productId: number,
  now: Date,
): Promise<Ended> =>
  change(ctx, principal, { ask: { addresses: [], cleared: [productId] }, act: 'addresses.cleared' }, now);

interface Change {
  ask: AddressesAsk;
  act: string;
  /** What the audit tells; absent: how many came and went. */
  auditDetails?: object;
  /** In the same transaction. */
  after?: (tx: Tx) => Promise<unknown>;
}

async function change(
  ctx: AddressContext,
  principal: Principal,
  { ask, act, auditDetails, after: then }: Change,
  now: Date,
): Promise<Ended> {
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  return recorded<AddressesSet>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await setAddresses(tx, ask);
      if (outcome.is !== 'set') return { outcome, done: null };
      await then?.(tx);
      const moved = outcome.changes.filter(({ added, removed }) => added + removed > 0);
      if (moved.length === 0) return { outcome, done: null };
      const [first] = moved;
      const about = moved.length === 1 ? `product ${first?.productId}` : `${moved.length} products`;
      const sum = (field: 'added' | 'removed'): number => moved.reduce((all, one) => all + one[field], 0);
      const after = auditDetails ?? { added: sum('added'), removed: sum('removed') };
      return { outcome, done: { party: operator, act, about, after } };
    },
    now,
  );
}
