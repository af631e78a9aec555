/** The form of a category. */
import type { Category } from '../../../catalog/find-category.ts';
import type { CategoryFields } from '../../../catalog/set-category.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { categoryLabels, type CategoryLabels } from './labels.ts';

const longestText = 300;
const highestSort = 1_000_000;
/** Products store the ids of their categories as integers. */
const highestId = 2_147_483_647;

export const typedCategory = ({ title, titleEn, code, url, sort }: Category): URLSearchParams =>
  new URLSearchParams({ title, titleEn, code, url, sort: String(sort) });

type Problem = { field: string; why: keyof CategoryLabels['problems'] };

/** The number of a new category; null where it is none. */
export function newIdIn(form: URLSearchParams): number | null {
  const id = idIn(form.get('id'));
  return id !== null && id <= highestId ? id : null;
}

/** The fields as typed, or the first that is wrong. */
export function readCategory(
  form: URLSearchParams,
): { fields: CategoryFields & { title: string } } | { wrong: Problem } {
  const text = (name: string): string => (form.get(name) ?? '').trim().slice(0, longestText);
  const title = text('title');
  if (title === '') return { wrong: { field: 'title', why: 'title' } };
  const code = text('code');
  if (!/^(?:[a-z0-9][-_a-z0-9]*)?$/i.test(code)) return { wrong: { field: 'code', why: 'code' } };
  const sort = text('sort') === '' ? undefined : Number(text('sort'));
  if (sort !== undefined && (!/^\d{1,7}$/.test(text('sort')) || sort > highestSort))
    return { wrong: { field: 'sort', why: 'sort' } };
  const fields = { title, titleEn: text('titleEn'), url: text('url'), sort };
  // An empty code changes nothing: every category has one.
  return { fields: code === '' ? fields : { ...fields, code } };
}

/** The fields of a category; a new one has a number too. */
export function categoryFields(
  { typed, errors, isNew }: { typed: URLSearchParams; errors: FieldErrors; isNew: boolean },
  language: Language,
): Html {
  const labels = categoryLabels[language];
  const value = (name: string): string => typed.get(name) ?? '';
  const line = (name: string, label: string, attributes: Html, hint?: string): Html =>
    fieldView({
      name,
      label,
      value: value(name),
      error: errors[name],
      attributes,
      ...(hint === undefined ? {} : { hint }),
    });
  const any = html`maxlength="${longestText}" autocomplete="off"`;
  const digits = html`inputmode="numeric" maxlength="10" autocomplete="off"`;
  return html`${isNew && line('id', labels.id, html`required ${digits}`, labels.idHint)}
${line('title', labels.name, html`required ${any}`)}
${line('titleEn', labels.nameEn, any)}
${line('code', labels.code, html`${any} autocapitalize="none" spellcheck="false"`, labels.codeHint)}
${line('url', labels.url, any)}
${line('sort', labels.sort, digits, labels.sortHint)}`;
}
