/** Acts of both sides on a template. */
import { publishTemplate } from '../catalog/product-acts.ts';
import type { ActContext } from '../catalog/recorded.ts';
import { findProduct } from '../../catalog/find-product.ts';
import { addressOf } from '../../web/request-language.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { ActEnd } from '../../web/shell/pages.ts';
import { findTemplate } from '../../certificates/templates/list-templates.ts';
import { agreeToDraft, discardDraft, putDraftInForce, type DraftEnded } from './change-drafts.ts';
import { commentOnLook } from './comments.ts';
import { templateLabels } from './labels.ts';
import { lookName, readLookName, type LookKey } from './look-key.ts';
import type { SampleContext } from './samples.ts';

export type TemplatesCall = PageCall<SampleContext & ActContext>;

/** What the acts of both sides need of the page that they stand on. */
export interface TemplatesForm {
  call: TemplatesCall;
  productId: number;
  /** Address of the page. */
  path: string;
  again: (errors: Record<string, string>) => Promise<ActEnd>;
}

const shown = ({ path }: TemplatesForm, look: LookKey): string => addressOf(path, { of: lookName(look) });
const saying = (to: string, text: string, kind: 'yes' | 'no' = 'yes'): ActEnd => ({
  is: 'done',
  to,
  flash: { kind, text },
});

/** Puts a draft or an earlier version in force. */
export async function putInForce(form: TemplatesForm): Promise<ActEnd> {
  const { ctx, principal, now, language } = form.call;
  const look = readLookName(form.call.form.get('look'));
  if (look.is === 'draft') return endOfDraft(form, await onDraft(form, putDraftInForce));
  if (look.is !== 'version') return { is: 'missing' };
  const { productId } = form;
  const earlier = await findTemplate(ctx.pageDb, { productId, version: look.version });
  if (earlier === null) return { is: 'missing' };
  const note = templateLabels[language].version(look.version);
  const set = await publishTemplate(ctx, principal, { productId, template: earlier.template, note }, now);
  switch (set.is) {
    case 'set':
      return saying(form.path, templateLabels[language].inForce(set.version));
    case 'barcode-unfit':
      return saying(form.path, templateLabels[language].problems[set.is], 'no');
    case 'no-product':
      return { is: 'missing' };
  }
}

export const dropDraft = async (form: TemplatesForm): Promise<ActEnd> =>
  endOfDraft(form, await onDraft(form, discardDraft));

export async function agree(form: TemplatesForm): Promise<ActEnd> {
  const labels = templateLabels[form.call.language];
  const agreed = await onDraft(form, agreeToDraft);
  if (agreed === null || agreed === 'no-draft') return { is: 'missing' };
  return agreed === 'agreed'
    ? saying(form.path, labels.agreed)
    : saying(form.path, labels.problems.ended, 'no');
}

/** Null: the product is not there, or the form names no draft. */
async function onDraft<Outcome>(
  { call, productId }: TemplatesForm,
  verb: (
    ctx: TemplatesCall['ctx'],
    principal: TemplatesCall['principal'],
    key: { supplierId: number; productId: number; draftId: number },
    now: Date,
  ) => Promise<Outcome>,
): Promise<Outcome | null> {
  const look = readLookName(call.form.get('look'));
  const product = await findProduct(call.ctx.pageDb, productId);
  if (product === null || look.is !== 'draft') return null;
  return verb(
    call.ctx,
    call.principal,
    { supplierId: product.supplierId, productId, draftId: look.id },
    call.now,
  );
}

function endOfDraft(form: TemplatesForm, ended: DraftEnded | null): ActEnd {
  const labels = templateLabels[form.call.language];
  switch (ended?.is) {
    case undefined:
    case 'no-draft':
      return { is: 'missing' };
    case 'ended':
      return saying(form.path, labels.problems.ended, 'no');
    case 'barcode-unfit':
      return saying(form.path, labels.problems['barcode-unfit'], 'no');
    case 'discarded':
      return saying(form.path, labels.discarded);
    case 'in-force':
      return saying(form.path, labels.inForce(ended.version));
  }
}

export async function comment(form: TemplatesForm): Promise<ActEnd> {
  const { call, productId, again } = form;
  const labels = templateLabels[call.language];
  const look = readLookName(call.form.get('look'));
  const ask = { productId, look, text: call.form.get('text') ?? '' };
  const said = await commentOnLook(call.ctx, call.principal, ask, call.now);
  switch (said) {
    case 'added':
      return saying(shown(form, look), labels.said);
    case 'no-look':
      return { is: 'missing' };
    case 'empty':
    case 'too-long':
    case 'too-many':
      return again({ text: labels.problems[said] });
  }
}
