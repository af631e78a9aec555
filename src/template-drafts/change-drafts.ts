/** Drafts of a template: kept, put in force, discarded, agreed to. */
import { findProduct } from '../catalog/find-product.ts';
import { recorded, supplierParty, type ActContext, type Done } from '../catalog-acts/recorded.ts';
import { operator } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import type { TemplateFile } from '../templates/template-file.ts';
import { setTemplate, templateFits } from '../templates/versions.ts';
import { findDraft, type DraftKey, type TemplateDraft } from './draft.ts';

/** Of one product that are neither in force nor discarded. */
const mostOpenDrafts = 20;

type DraftSaved = { is: 'saved'; draftId: number } | { is: 'no-product' } | { is: 'too-many' };

/** Keeps a look to be talked about; nothing is sold with it. */
export async function saveDraft(
  ctx: ActContext,
  principal: Principal,
  { productId, template, note }: { productId: number; template: TemplateFile | null; note: string },
  now: Date,
): Promise<DraftSaved> {
  if (!may(principal, 'templates.change', operator)) return { is: 'no-product' };
  return recorded<DraftSaved>(
    ctx,
    principal,
    async (tx) => {
      const product = await findProduct(tx, productId);
      if (product === null) return { outcome: { is: 'no-product' }, done: null };
      const { supplierId } = product;
      const { rows } = await tx.query<{ id: number }>(
        `insert into template_drafts (supplier_id, product_id, body, note, by_name, created_at)
         select $1, $2, $3::json, $4, $5, $6
         where (select count(*) from template_drafts
           where supplier_id = $1 and product_id = $2 and ended_at is null) < $7
         returning id`,
        [
          supplierId,
          productId,
          template && JSON.stringify(template),
          note,
          actorOf(principal).actorName,
          now,
          mostOpenDrafts,
        ],
      );
      const draftId = rows[0]?.id;
      if (draftId === undefined) return { outcome: { is: 'too-many' }, done: null };
      return {
        outcome: { is: 'saved', draftId },
        done: doneWith('template.drafted', { supplierId, productId, draftId }, { note }),
      };
    },
    now,
  );
}

const doneWith = (act: string, key: DraftKey, more: object = {}): Done => ({
  party: supplierParty(key.supplierId),
  act,
  about: `product ${key.productId}`,
  after: { draft: key.draftId, ...more },
});

export type DraftEnded =
  | { is: 'in-force'; version: number }
  | { is: 'discarded' | 'no-draft' }
  /** Its barcode cannot carry the numbers that the platform makes; the draft stays. */
  | { is: 'barcode-unfit' }
  /** Somebody else was faster. */
  | { is: 'ended' };

/** What is sold from now on has the look of the draft. */
export const putDraftInForce = (
  ctx: ActContext,
  principal: Principal,
  key: DraftKey,
  now: Date,
): Promise<DraftEnded> =>
  endDraft(
    ctx,
    principal,
    key,
    now,
    async (tx, { template, note }) => {
      const set = await setTemplate(tx, key.productId, { template, note }, now);
      if (set.is !== 'set') return { outcome: { is: 'no-draft' }, done: null };
      await tx.query(`update template_drafts set version = $3 where supplier_id = $1 and id = $2`, [
        key.supplierId,
        key.draftId,
        set.version,
      ]);
      const outcome: DraftEnded = { is: 'in-force', version: set.version };
      return { outcome, done: doneWith('template.set', key, { version: set.version, note }) };
    },
    async (tx, { template }) =>
      (await templateFits(tx, key.productId, template)) ? null : { is: 'barcode-unfit' },
  );

export const discardDraft = (
  ctx: ActContext,
  principal: Principal,
  key: DraftKey,
  now: Date,
): Promise<DraftEnded> =>
  endDraft(ctx, principal, key, now, () =>
    Promise.resolve({ outcome: { is: 'discarded' }, done: doneWith('template.draft-discarded', key) }),
  );

interface Ended {
  outcome: DraftEnded;
  done: Done | null;
}

async function endDraft(
  ctx: ActContext,
  principal: Principal,
  key: DraftKey,
  now: Date,
  end: (tx: Tx, draft: TemplateDraft) => Promise<Ended>,
  refusal?: (tx: Tx, draft: TemplateDraft) => Promise<DraftEnded | null>,
): Promise<DraftEnded> {
  if (!may(principal, 'templates.change', operator)) return { is: 'no-draft' };
  return recorded<DraftEnded>(
    ctx,
    principal,
    async (tx): Promise<Ended> => {
      const draft = await findDraft(tx, key);
      if (draft === null) return { outcome: { is: 'no-draft' }, done: null };
      const refused = await refusal?.(tx, draft);
      if (refused) return { outcome: refused, done: null };
      const { rowCount } = await tx.query(
        `update template_drafts set ended_at = $3 where supplier_id = $1 and id = $2 and ended_at is null`,
        [key.supplierId, key.draftId, now],
      );
      return rowCount === 1 ? end(tx, draft) : { outcome: { is: 'ended' }, done: null };
    },
    now,
  );
}

/** The supplier agrees to exactly this draft; who puts it in force sees that. */
export async function agreeToDraft(
  ctx: ActContext,
  principal: Principal,
  key: DraftKey,
  now: Date,
): Promise<'agreed' | 'no-draft' | 'ended'> {
  const isSupplier = principal.is === 'person' && principal.side === 'supplier';
  if (!isSupplier || !may(principal, 'templates.change', supplierParty(key.supplierId))) return 'no-draft';
  return recorded<'agreed' | 'no-draft' | 'ended'>(
    ctx,
    principal,
    async (tx) => {
      if ((await findDraft(tx, key)) === null) return { outcome: 'no-draft', done: null };
      const { rowCount } = await tx.query(
        `update template_drafts set agreed_by = $3, agreed_at = $4
         where supplier_id = $1 and id = $2 and ended_at is null and agreed_at is null`,
        [key.supplierId, key.draftId, principal.name, now],
      );
      return rowCount === 1
        ? { outcome: 'agreed', done: doneWith('template.agreed', key) }
        : { outcome: 'ended', done: null };
    },
    now,
  );
}
