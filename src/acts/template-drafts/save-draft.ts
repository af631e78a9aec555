/** Keeps drafts of a template, one in place of another. */
import { findProduct } from '../../catalog/find-product.ts';
import { recorded, supplierParty, type ActContext, type Done } from '../catalog/recorded.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';
import { lockFacts } from '../../certificates/templates/versions.ts';
import { changedTexts, doneWith } from './draft-done.ts';
import { findDraft, type DraftKey } from './draft.ts';
import { findShownLook, lookName, type LookKey } from './look-key.ts';

/** How many drafts of one product may be open: neither in force nor discarded. */
const mostOpenDrafts = 20;

export type DraftSaved =
  | { is: 'saved'; draftId: number; beside: number | null }
  | { is: 'no-product' | 'too-many' }
  /** The draft that the form was opened on was changed or decided meanwhile; `by`: who put which draft in its place. */
  | { is: 'overtaken'; by: { draftId: number; name: string } | null };

export interface NewDraft {
  productId: number;
  template: TemplateFile | null;
  note: string;
  /** What the form was opened on; null: the template came as a file. */
  basedOn: LookKey | null;
  /** A draft of its own, even if it was opened on another one. */
  isOwn?: boolean;
}

/**
 * Keeps a look to be talked about; nothing is sold with it. A draft of a form takes the place of the one that it was opened on. Who writes
 * for a supplier agrees to it.
 */
export async function saveDraft(
  ctx: ActContext,
  principal: Principal,
  ask: NewDraft,
  now: Date,
): Promise<DraftSaved> {
  return recorded<DraftSaved>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, ask.productId);
      if (product === null || !may(principal, 'templates.change', supplierParty(product.supplierId)))
        return { outcome: { is: 'no-product' }, done: null };
      return keepDraft(tx, principal, { ...ask, supplierId: product.supplierId }, now);
    },
    now,
  );
}

interface Kept {
  outcome: DraftSaved;
  done: Done | null;
}

async function keepDraft(
  tx: Tx,
  principal: Principal,
  ask: NewDraft & { supplierId: number },
  now: Date,
): Promise<Kept> {
  const { supplierId, productId, template, note, basedOn } = ask;
  const { actorName: name } = actorOf(principal);
  // If a form is sent twice at once, the second finds the result of the first.
  await lockFacts(tx, [productId]);
  const twin = await findTwin(tx, ask, name);
  if (twin !== null) return { outcome: { is: 'saved', draftId: twin, beside: null }, done: null };
  const replaced = basedOn?.is === 'draft' && ask.isOwn !== true ? basedOn.id : null;
  const former = await findLook(tx, ask);
  if (replaced !== null && !(await endReplaced(tx, { supplierId, productId, draftId: replaced }, now)))
    return { outcome: await overtaken(tx, { supplierId, productId, draftId: replaced }), done: null };
  const side = sideOf(principal);
  const { rows } = await tx.query<{ id: number }>(
    `insert into template_drafts (supplier_id, product_id, body, note, by_name, by_side, based_on, agreed_by, agreed_at, created_at)
     select $1, $2, $3::json, $4, $5, $6, $7, $8, $9, $10
     where (select count(*) from template_drafts
       where supplier_id = $1 and product_id = $2 and ended_at is null) < $11
     returning id`,
    [
      supplierId,
      productId,
      template && JSON.stringify(template),
      note,
      name,
      side,
      basedOn && lookName(basedOn),
      side === 'supplier' ? name : null,
      side === 'supplier' ? now : null,
      now,
      mostOpenDrafts,
    ],
  );
  const draftId = rows[0]?.id;
  if (draftId === undefined) return { outcome: { is: 'too-many' }, done: null };
  if (replaced !== null)
    await tx.query(`update template_drafts set replaced_by = $3 where supplier_id = $1 and id = $2`, [
      supplierId,
      replaced,
      draftId,
    ]);
  const beside = replaced === null ? await findBeside(tx, ask, draftId) : null;
  const changed = former === undefined ? null : changedTexts({ template: former }, { template });
  const done = doneWith('template.drafted', { supplierId, productId, draftId }, { note, ...changed?.after });
  return {
    outcome: { is: 'saved', draftId, beside },
    done: changed === null ? done : { ...done, before: changed.before },
  };
}

const sideOf = (principal: Principal): 'supplier' | 'operator' =>
  principal.is === 'person' && principal.side === 'supplier' ? 'supplier' : 'operator';

type DraftAsk = NewDraft & { supplierId: number };

/** The same, already saved by the same person: a form that was sent twice. */
async function findTwin(
  tx: Tx,
  { supplierId, productId, template, note, basedOn }: DraftAsk,
  name: string,
): Promise<number | null> {
  if (basedOn === null) return null;
  const { rows } = await tx.query<{ id: number }>(
    `select id from template_drafts where supplier_id = $1 and product_id = $2 and ended_at is null and by_name = $3
       and based_on = $4 and coalesce(body::text, '') = $5 and note = $6 order by id limit 1`,
    [supplierId, productId, name, lookName(basedOn), template === null ? '' : JSON.stringify(template), note],
  );
  return rows[0]?.id ?? null;
}

/** Another open draft that began with the same version; null: there is none. */
async function findBeside(
  tx: Tx,
  { supplierId, productId, basedOn }: DraftAsk,
  draftId: number,
): Promise<number | null> {
  if (basedOn === null || basedOn.is === 'draft') return null;
  const { rows } = await tx.query<{ id: number }>(
    `select id from template_drafts where supplier_id = $1 and product_id = $2 and ended_at is null and based_on = $3
       and id <> $4 order by id desc limit 1`,
    [supplierId, productId, lookName(basedOn), draftId],
  );
  return rows[0]?.id ?? null;
}

/** What the form was opened on; undefined: nothing. */
async function findLook(tx: Tx, ask: DraftAsk): Promise<TemplateFile | null | undefined> {
  const { supplierId, productId, basedOn } = ask;
  if (basedOn === null) return undefined;
  return (await findShownLook(tx, { supplierId, productId, look: basedOn }))?.template;
}

async function endReplaced(
  tx: Tx,
  { supplierId, productId, draftId }: DraftKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update template_drafts set ended_at = $4
     where supplier_id = $1 and product_id = $2 and id = $3 and ended_at is null`,
    [supplierId, productId, draftId, now],
  );
  return rowCount === 1;
}

async function overtaken(tx: Tx, key: DraftKey): Promise<DraftSaved> {
  const draft = await findDraft(tx, key);
  const next = draft?.replacedBy ?? null;
  const newer = next === null ? null : await findDraft(tx, { ...key, draftId: next });
  return { is: 'overtaken', by: newer && { draftId: newer.id, name: newer.byName } };
}
