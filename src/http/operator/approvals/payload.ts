/** What an approval was asked for, field by field. */
import type { CodesToLoad } from '../../../acts/guarded/load-codes.ts';
import type { Approval } from '../../../people/approvals/approvals.ts';
import { formatFace, formatShortMoment } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { SubjectField, SubjectNames } from '../../../reports/name-subjects.ts';
import { at } from '../../../web/request-language.ts';
import { roleName } from '../../../people/access/role-names.ts';
import { loadsText } from './loads-text.ts';
import { fieldNames, valueNames, wordNames } from './field-labels.ts';

type Fields = [name: string, value: unknown][];

const fieldsOf = ({ payload }: Approval): Fields =>
  Object.entries(JSON.parse(payload) as Record<string, unknown>);

const subjects: Record<string, { field: SubjectField; path: string }> = {
  clientId: { field: 'clientId', path: '/o/clients' },
  supplierId: { field: 'supplierId', path: '/o/suppliers' },
  productId: { field: 'productId', path: '/o/products' },
  productIds: { field: 'productId', path: '/o/products' },
};

const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const idsIn = (value: unknown): number[] => [value].flat().filter(isId);

/** Whose names are to be shown with these approvals. */
export function subjectIds(approvals: readonly Approval[]): Map<SubjectField, Set<number>> {
  const ids = new Map<SubjectField, Set<number>>();
  for (const [name, value] of approvals.flatMap(fieldsOf)) {
    const field = subjects[name]?.field;
    if (field === undefined) continue;
    const known = ids.get(field) ?? new Set();
    for (const id of idsIn(value)) known.add(id);
    ids.set(field, known);
  }
  return ids;
}

/** Exactly what is stored, field by field; ids with the names of what they mean. */
export const payloadFacts = (
  approval: Approval,
  names: SubjectNames,
  language: Language,
): (readonly [string, Content])[] =>
  fieldsOf(approval).map(([name, value]) => [
    fieldNames[language][name] ?? name,
    valueView({ name, value }, names, language),
  ]);

/** What has no name, with the page where it is. */
const places: Record<string, string> = { requestId: '/o/orders', draftId: '/o/drafts' };

function valueView(
  { name, value }: { name: string; value: unknown },
  names: SubjectNames,
  language: Language,
): Content {
  const subject = subjects[name];
  if (subject !== undefined && idsIn(value).length > 0)
    return idsIn(value).map((id) => {
      const href = at(`${subject.path}/${id}`, language);
      return html`<a href="${href}">${names.get(subject.field)?.get(id) ?? ''} № ${String(id)}</a> `;
    });
  if (name === 'loads') return loadsText(value as CodesToLoad, language);
  const place = places[name];
  if (place !== undefined && isId(value))
    return html`<a href="${at(`${place}/${value}`, language)}">№ ${String(value)}</a>`;
  if (name.endsWith('Kopecks') && typeof value === 'number') return formatFace(value, language);
  if (typeof value === 'boolean') return valueNames[language][value ? 'yes' : 'no'];
  if ((name === 'from' || name === 'to') && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return formatShortMoment(new Date(value), language);
  if (typeof value === 'string') return value === '' ? '–' : wordOf(name, value, language);
  return value === null ? '–' : listText(value);
}

const wordOf = (name: string, value: string, language: Language): string =>
  name === 'role' || name === 'roleFrom'
    ? roleName(value, language)
    : (wordNames[language][name]?.[value] ?? value);

/** Columns of a sheet, for example. */
const listText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, of]) => `${name}: ${typeof of === 'string' ? of : JSON.stringify(of)}`)
        .join('; ')
    : JSON.stringify(value);
