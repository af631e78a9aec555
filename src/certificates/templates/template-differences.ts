/** What differs between two looks, field by field. */
import type { StoredTemplate } from './compose-template.ts';
import type { ProductFacts } from './look.ts';

export interface Difference {
  /** As problems name it: `letter.ru.subject`; `product.title` is of the product itself. */
  field: string;
  /** Null: it is not given. */
  before: string | null;
  after: string | null;
}

export interface ComparedLook {
  template: StoredTemplate | null;
  /** Not given: only the templates are compared. */
  product?: ProductFacts;
}

export function differencesOf(before: ComparedLook, after: ComparedLook): Difference[] {
  const [one, other] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) => {
    const [was, is] = [one.get(field) ?? null, other.get(field) ?? null];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

function valuesOf({ template, product }: ComparedLook): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, fact] of Object.entries(product ?? {})) values.set(`product.${name}`, String(fact));
  addValues(values, '', template ?? {});
  values.delete('facevalue_template');
  return values;
}

/** Each text stands alone, and so does each list of words; what we do not know is compared too. */
function addValues(values: Map<string, string>, name: string, value: unknown): void {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    for (const [index, one] of value.entries()) addValues(values, `${name}[${index}]`, one);
  } else if (Array.isArray(value)) values.set(name, value.join(', '));
  else if (typeof value === 'object' && value !== null)
    for (const [inner, one] of Object.entries(value))
      addValues(values, name === '' ? inner : `${name}.${inner}`, one);
  else if (typeof value === 'string') values.set(name, value);
  else if (value !== undefined) values.set(name, JSON.stringify(value));
}
