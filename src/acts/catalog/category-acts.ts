/** Acts of an operator on categories. */
import { findCategory } from '../../catalog/find-category.ts';
import { removeCategory, type CategoryRemoved } from '../../catalog/remove-category.ts';
import { addCategory, setCategory, type CategoryFields } from '../../catalog/set-category.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { changedFields, recorded, type ActContext } from './recorded.ts';

export type CategoryEdited = Awaited<ReturnType<typeof setCategory | typeof addCategory>>;

/** Adds a category, or changes one. */
export async function editCategory(
  ctx: ActContext,
  principal: Principal,
  { id, fields, isNew }: { id: number; fields: CategoryFields; isNew: boolean },
  now: Date,
): Promise<CategoryEdited> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-category' };
  return recorded<CategoryEdited>(
    ctx,
    principal,
    async (tx) => {
      const before = isNew ? null : await findCategory(tx, id);
      const outcome = isNew
        ? await addCategory(tx, id, { ...fields, title: fields.title ?? '' })
        : await setCategory(tx, id, fields);
      if (outcome.is !== 'set') return { outcome, done: null };
      const about = `category ${id}`;
      if (before === null)
        return { outcome, done: { party: operator, act: 'category.added', about, after: fields } };
      const changed = changedFields({ ...before }, { ...fields });
      return { outcome, done: changed && { party: operator, act: 'category.changed', about, ...changed } };
    },
    now,
  );
}

/** Removes a category without products, or moves them to another one first. */
export async function dropCategory(
  ctx: ActContext,
  principal: Principal,
  ask: { id: number; moveTo: number | null },
  now: Date,
): Promise<CategoryRemoved> {
  if (!may(principal, 'products.change', operator)) return { is: 'no-category' };
  return recorded<CategoryRemoved>(
    ctx,
    principal,
    async (tx) => {
      const before = await findCategory(tx, ask.id);
      const outcome = await removeCategory(tx, ask, now);
      if (outcome.is !== 'removed') return { outcome, done: null };
      const after = { moveTo: ask.moveTo, moved: outcome.moved };
      const about = `category ${ask.id}`;
      return { outcome, done: { party: operator, act: 'category.removed', about, before, after } };
    },
    now,
  );
}
