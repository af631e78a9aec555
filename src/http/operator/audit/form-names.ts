/** What the forms of the operator call the fields of an act. */
import type { Language } from '../../../platform/text/language.ts';
import { categoryLabels } from '../categories/labels.ts';
import { productLabels } from '../products/labels.ts';

/** `act`: `product.changed`. */
export function formName(act: string, field: string, language: Language): string | undefined {
  const forms: Partial<Record<string, Partial<Record<string, unknown>>>> = {
    category: categoryLabels[language].fields,
    product: productLabels[language].fields,
  };
  const name = forms[act.split('.')[0] ?? '']?.[field];
  return typeof name === 'string' ? name : undefined;
}
