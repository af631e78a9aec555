/** Acts on a supplier and its brands, from pages and commands: each checks `may` and is recorded in the audit. */
import { findBrand, type BrandLimits } from '../../catalog/brand.ts';
import {
  addSupplier,
  findSupplier,
  setSupplier,
  type SupplierAdded,
  type SupplierFields,
  type SupplierSet,
} from '../../catalog/supplier.ts';
import type { DealingContext } from '../../orders/dealing/carry-runs.ts';
import { fitLimits } from '../../orders/dealing/deal-limits.ts';
import { limitBrand } from '../../orders/limit-brand.ts';
import { operator } from '../../people/access/party.ts';
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import { transaction } from '../../platform/database/database.ts';
import { may, permit, type Principal } from '../../people/access/principal.ts';
import {
  findSchedule,
  setSchedule,
  type ScheduleFields,
  type ScheduleSet,
} from '../../suppliers/activation/schedule.ts';
import {
  changeAccess,
  readIntegrationAccess,
  type AccessChange,
} from '../../suppliers/used-export/integration-access.ts';
import { hasBegunParts } from '../../vault/begun-parts.ts';
import { changedFields, recorded, supplierParty, type ActContext } from './recorded.ts';

const ofOperator = (principal: Principal): boolean =>
  principal.is === 'command' || (principal.is === 'person' && principal.side === 'operator');

export async function registerSupplier(
  ctx: ActContext,
  principal: Principal,
  ask: SupplierFields,
  now: Date,
): Promise<SupplierAdded | { is: 'forbidden' }> {
  if (!may(principal, 'suppliers.change', operator)) return { is: 'forbidden' };
  return recorded<SupplierAdded>(
    ctx,
    principal,
    async (tx) => {
      const outcome = await addSupplier(tx, ask, now);
      if (outcome.is !== 'added') return { outcome, done: null };
      const { supplierId } = outcome;
      const about = `supplier ${supplierId}`;
      const done = {
        party: supplierParty(supplierId),
        act: 'supplier.added',
        about,
        after: { name: ask.name },
      };
      return { outcome, done };
    },
    now,
  );
}

/** Changes the name of a supplier, and to whom the platform writes. */
export async function editSupplier(
  ctx: ActContext,
  principal: Principal,
  { supplierId, fields }: { supplierId: number; fields: SupplierFields },
  now: Date,
): Promise<SupplierSet> {
  const party = supplierParty(supplierId);
  if (!ofOperator(principal) || !may(principal, 'suppliers.change', party)) return 'no-supplier';
  return recorded<SupplierSet>(
    ctx,
    principal,
    async (tx) => {
      const before = await findSupplier(tx, supplierId);
      const outcome = await setSupplier(tx, supplierId, fields);
      if (outcome !== 'set' || before === null) return { outcome, done: null };
      const changed = changedFields({ ...before }, { ...fields });
      const about = `supplier ${supplierId}`;
      return { outcome, done: changed && { party, act: 'supplier.changed', about, ...changed } };
    },
    now,
  );
}

/** Sets the monthly limits of a supplier's brand, which is added if there is none of this name. */
export async function editBrand(
  ctx: ActContext & DealingContext,
  principal: Principal,
  ask: { supplierId: number; name: string; limits: Partial<BrandLimits> },
  now: Date,
): Promise<'set' | 'no-supplier'> {
  const party = supplierParty(ask.supplierId);
  if (!ofOperator(principal) || !may(principal, 'limits.change', party)) return 'no-supplier';
  const outcome = await recorded<'set' | 'no-supplier'>(
    ctx,
    principal,
    async (tx) => {
      const before = await findBrand(tx, ask);
      const set = await limitBrand(tx, ask, now, ctx.cells);
      if (set !== 'set') return { outcome: set, done: null };
      const about = `brand ${ask.name}`;
      const changed = changedFields({ ...before }, { ...ask.limits });
      if (before === null)
        return { outcome: set, done: { party, act: 'brand.added', about, after: ask.limits } };
      return { outcome: set, done: changed && { party, act: 'brand.limited', about, ...changed } };
    },
    now,
  );
  if (outcome === 'set' && ctx.cells.length > 0) await fitBrand(ctx, ask);
  return outcome;
}

/** What cells may still use comes to no more than the limit is now. */
async function fitBrand(
  ctx: DealingContext,
  { supplierId, name }: { supplierId: number; name: string },
): Promise<void> {
  const brand = await transaction(ctx.db, (tx) => findBrand(tx, { supplierId, name }));
  if (brand !== null) await fitLimits(ctx, [{ supplierId, brandId: brand.brandId }]);
}

/** Sets when and to whom tables of codes to activate are sent. */
export async function editSchedule(
  ctx: ActContext,
  principal: Principal,
  { supplierId, fields }: { supplierId: number; fields: ScheduleFields },
  now: Date,
): Promise<ScheduleSet> {
  const party = supplierParty(supplierId);
  if (!may(principal, 'suppliers.change', party)) return { is: 'no-supplier' };
  return recorded<ScheduleSet>(
    ctx,
    principal,
    async (tx) => {
      const before = await findSchedule(tx, supplierId);
      const outcome = await setSchedule(tx, supplierId, fields, now);
      if (outcome.is !== 'set') return { outcome, done: null };
      const changed = changedFields({ ...before }, { ...fields });
      const about = `supplier ${supplierId}`;
      return { outcome, done: changed && { party, act: 'supplier.schedule-set', about, ...changed } };
    },
    now,
  );
}

export type AccessEdited =
  | { is: 'set'; token: string | null }
  /** `parts-begun`: parts were taken of certificates with its own codes, also of products that are sold whole by now. */
  | { is: 'no-supplier' | 'user-taken' | 'parts-need-till' | 'parts-begun' | 'step-up' };

/** Changes how the programs of a supplier call us; a new token is returned this once. */
export async function editAccess(
  ctx: ActContext & Celled,
  principal: Principal,
  change: AccessChange & { newToken: boolean },
  now: Date,
): Promise<AccessEdited> {
  const { supplierId, newToken, basic, ...plain } = change;
  const party = supplierParty(supplierId);
  const permitted = permit(principal, 'integration.change', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'no-supplier' };
  if (change.redeemsOwn === false && (await isBegunAnywhere(ctx, supplierId, now)))
    return { is: 'parts-begun' };
  return recorded<AccessEdited>(
    ctx,
    principal,
    async (tx) => {
      const before = await readIntegrationAccess(tx, supplierId);
      const outcome = await changeAccess(tx, ctx.keyring, change, now);
      if (outcome.is !== 'set') return { outcome, done: null };
      const changed = changedFields({ ...before }, plain);
      const user = basic === undefined ? {} : { userName: basic?.userName ?? null };
      const after = { ...changed?.after, ...user, ...(newToken ? { newToken } : {}) };
      const about = `supplier ${supplierId}`;
      const done = { party, act: 'supplier.access-set', about, before: changed?.before ?? null, after };
      return { outcome, done: Object.keys(after).length === 0 ? null : done };
    },
    now,
  );
}

/** Read before the change: once no product is used in parts, nothing is begun any more. */
async function isBegunAnywhere(ctx: ActContext & Celled, supplierId: number, now: Date): Promise<boolean> {
  const begun = await Promise.all(everyCell(ctx).map(({ db }) => hasBegunParts(db, supplierId, now)));
  return begun.includes(true);
}
