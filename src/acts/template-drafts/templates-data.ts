/** Reads the data for the pages of a product's templates. */
import { findProduct, type ProductRead } from '../../catalog/find-product.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { sampleView } from '../../certificates/sample-view.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { ComparedLook } from '../../certificates/templates/template-differences.ts';
import { listTemplates, type TemplateVersion } from '../../certificates/templates/list-templates.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import { listComments, type TemplateComment } from './comments.ts';
import { listDrafts, type TemplateDraft } from './draft.ts';
import { findShownLook, readLookName, type LookKey } from './look-key.ts';

const versionsShown = 20;

export const sampleParts = ['page', 'opened', 'letter'] as const;
export type SamplePart = (typeof sampleParts)[number];

/** One look, shown with its samples. */
export interface SeenLook {
  key: LookKey;
  view: GiftView;
  look: ComparedLook;
}

export interface TemplatesData {
  product: ProductRead;
  versions: TemplateVersion[];
  drafts: TemplateDraft[];
  comments: TemplateComment[];
  seen: SeenLook[];
  /** Language of the recipient, which may differ from that of the page. */
  recipientLanguage: Language;
  part: SamplePart;
}

/** A refused form is shown with the look that it was about. */
export const askedLooks = ({ query, form }: Pick<PageCall<unknown>, 'query' | 'form'>) =>
  form.has('look') ? { of: form.get('look') ?? '' } : query;

/** `?of=d12&beside=v3&to=en&part=letter` */
export async function readTemplates(
  db: Sql,
  ask: { productId: number; supplierId: number | null; query: Readonly<Record<string, string>> },
  now: Date,
): Promise<TemplatesData | null> {
  const { productId, query } = ask;
  const product = await findProduct(db, productId);
  if (product === null || (ask.supplierId !== null && ask.supplierId !== product.supplierId)) return null;
  const { supplierId } = product;
  const recipientLanguage: Language =
    query['to'] === 'en' || query['to'] === 'ru' ? query['to'] : product.language;
  const beside = query['beside'] ?? '';
  const keys = [readLookName(query['of']), ...(beside === '' ? [] : [readLookName(beside)])];
  const key = { supplierId, productId };
  const [versions, drafts, comments, shown] = await Promise.all([
    listTemplates(db, { productId, limit: versionsShown }),
    listDrafts(db, key),
    listComments(db, key),
    Promise.all(keys.map((look) => findShownLook(db, { ...key, look }))),
  ]);
  const seen = keys.flatMap((look, index): SeenLook[] => {
    const found = shown[index] ?? null;
    if (found === null) return [];
    const { template, product: sample } = found;
    const view = sampleView(sample, { template, greeting: null, language: recipientLanguage }, now);
    return [{ key: look, view, look: { template, product: sample.facts } }];
  });
  if (seen.length < keys.length) return null;
  const part = sampleParts.find((one) => one === query['part']) ?? 'page';
  return { product, versions, drafts, comments, seen, recipientLanguage, part };
}
