/** Drafts of a template: put in force, discarded, agreed to. */
import { recorded, supplierParty, type ActContext, type Done } from '../catalog/recorded.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findTemplate } from '../../certificates/templates/list-templates.ts';
import { lockFacts, setTemplate, templateFits } from '../../certificates/templates/versions.ts';
import { changedTexts, doneWith } from './draft-done.ts';
import { findDraft, type DraftKey, type TemplateDraft } from './draft.ts';

export type DraftEnded =
  | { is: 'in-force'; version: number }
  | { is: 'discarded' | 'no-draft' }
  /** Its barcode cannot carry the numbers that the platform makes; the draft stays. */
  | { is: 'barcode-unfit' }
  /** Somebody else has changed it meanwhile. */
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
    { key, mayEnd: () => mayPublish(principal) },
    now,
    async (tx, { template, note }) => {
      const former = await findTemplate(tx, { productId: key.productId, version: null });
      const set = await setTemplate(tx, key.productId, { template, note }, now);
      if (set.is !== 'set') return { outcome: { is: 'no-draft' }, done: null };
      await tx.query(`update template_drafts set version = $3 where supplier_id = $1 and id = $2`, [
        key.supplierId,
        key.draftId,
        set.version,
      ]);
      const outcome: DraftEnded = { is: 'in-force', version: set.version };
      const changed = changedTexts({ template: former?.template ?? null }, { template });
      const done = doneWith('template.set', key, { version: set.version, note, ...changed?.after });
      return { outcome, done: { ...done, before: changed?.before ?? null } };
    },
    async (tx, { template }) =>
      (await templateFits(tx, key.productId, template)) ? null : { is: 'barcode-unfit' },
  );

/** The supplier takes back what its own people proposed; the operator discards any. */
export const discardDraft = (
  ctx: ActContext,
  principal: Principal,
  key: DraftKey,
  now: Date,
): Promise<DraftEnded> =>
  endDraft(ctx, principal, { key, mayEnd: (draft) => mayDiscard(principal, key, draft) }, now, () =>
    Promise.resolve({ outcome: { is: 'discarded' }, done: doneWith('template.draft-discarded', key) }),
  );

const mayPublish = (principal: Principal): boolean => may(principal, 'templates.change', operator);

const mayDiscard = (principal: Principal, { supplierId }: DraftKey, { bySide }: TemplateDraft): boolean =>
  mayPublish(principal) ||
  (bySide === 'supplier' && may(principal, 'templates.change', supplierParty(supplierId)));

interface Ending {
  key: DraftKey;
  mayEnd: (draft: TemplateDraft) => boolean;
}

interface Ended {
  outcome: DraftEnded;
  done: Done | null;
}

async function endDraft(
  ctx: ActContext,
  principal: Principal,
  { key, mayEnd }: Ending,
  now: Date,
  end: (tx: Tx, draft: TemplateDraft) => Promise<Ended>,
  refusal?: (tx: Tx, draft: TemplateDraft) => Promise<DraftEnded | null>,
): Promise<DraftEnded> {
  return recorded<DraftEnded>(
    ctx,
    principal,
    async (tx): Promise<Ended> => {
      // In the order of those who save drafts.
      await lockFacts(tx, [key.productId]);
      const draft = await findDraft(tx, key);
      if (draft === null || !mayEnd(draft)) return { outcome: { is: 'no-draft' }, done: null };
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
