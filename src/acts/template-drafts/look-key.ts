import { findSampleProduct, type SampleProduct } from '../../certificates/sample-view.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findTemplate } from '../../certificates/templates/list-templates.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';
import { findDraft } from './draft.ts';

/** Which look of a product. */
export type LookKey = { is: 'current' } | { is: 'draft'; id: number } | { is: 'version'; version: number };

const current: LookKey = { is: 'current' };

/** `d12`, `v3` or `current`, as in addresses and forms. */
export const lookName = (key: LookKey): string => {
  switch (key.is) {
    case 'current':
      return 'current';
    case 'draft':
      return `d${key.id}`;
    case 'version':
      return `v${key.version}`;
  }
};

/** What names no look is the current one. */
export function readLookName(text: string | null | undefined): LookKey {
  const [, kind, digits] = /^([dv])([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  if (digits === undefined) return current;
  return kind === 'd' ? { is: 'draft', id: Number(digits) } : { is: 'version', version: Number(digits) };
}

/** Everything that a sample with this look shows. */
export interface ShownLook {
  product: SampleProduct;
  template: TemplateFile | null;
}

/** Null: the product has no such look. A version shows the product's texts of its time. */
export async function findShownLook(
  db: Sql,
  { supplierId, productId, look }: { supplierId: number; productId: number; look: LookKey },
): Promise<ShownLook | null> {
  const product = await findSampleProduct(db, productId);
  if (product === null) return null;
  if (look.is === 'draft') {
    const draft = await findDraft(db, { supplierId, productId, draftId: look.id });
    return draft && { product, template: draft.template };
  }
  const version = look.is === 'version' ? look.version : null;
  const found = await findTemplate(db, { productId, version });
  if (found === null) return look.is === 'current' ? { product, template: null } : null;
  return look.is === 'current'
    ? { product, template: found.template }
    : { product: { ...product, facts: found.product }, template: found.template };
}
