/** Entries of the audit about drafts. */
import { changedFields, supplierParty, type Done } from '../catalog/recorded.ts';
import { differencesOf, type ComparedLook } from '../../certificates/templates/template-differences.ts';
import type { DraftKey } from './draft.ts';

export const doneWith = (act: string, key: DraftKey, more: object = {}): Done => ({
  party: supplierParty(key.supplierId),
  act,
  about: `product ${key.productId}`,
  after: { draft: key.draftId, ...more },
});

/** The fields of two looks that differ, as they were and as they are; null: none does. */
export function changedTexts(one: ComparedLook, other: ComparedLook): ReturnType<typeof changedFields> {
  const differences = differencesOf(one, other);
  return changedFields(
    Object.fromEntries(differences.map(({ field, before }) => [field, before])),
    Object.fromEntries(differences.map(({ field, after }) => [field, after])),
  );
}
