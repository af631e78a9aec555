/** What an act has changed, as people read it. */
import type { AuditEntry } from '../../people/audit/chain.ts';
import { roleName } from '../../people/access/role-names.ts';
import { formatFace, formatShortMoment } from '../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { addressView } from '../shell/parts-view.ts';
import { fieldLabels, stateLabels } from './field-labels.ts';

const ru = { yes: 'да', no: 'нет', nothing: 'нет', was: 'было', became: 'стало' };

const texts: Record<Language, typeof ru> = {
  ru,
  en: { yes: 'yes', no: 'no', nothing: 'none', was: 'before', became: 'after' },
};

/** What an act has changed, field by field; null: it changed nothing that can be shown. */
export function changeView(
  { act, before, after }: Pick<AuditEntry, 'act' | 'before' | 'after'>,
  language: Language,
  fieldName: (act: string, field: string) => string | undefined = () => undefined,
  askedName: (act: string) => string = (asked) => asked,
): Html | null {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return null;
  const { was: wasText, became } = texts[language];
  const valueOf = (name: string, value: unknown): Content =>
    name === 'act' && typeof value === 'string' ? askedName(value) : valueView(name, value, language);
  return html`<dl class="changes">${names.map((name) => {
    const [old, now] = [name in was, name in is];
    return html`<div><dt>${fieldLabels[language][name] ?? fieldName(act, name) ?? name}</dt><dd>${old && html`<del><span class="quiet">${wasText} </span>${valueOf(name, was[name])}</del>`}${old && now && ' → '}${now && html`<ins><span class="quiet">${became} </span>${valueOf(name, is[name])}</ins>`}</dd></div>`;
  })}</dl>`;
}

function fieldsOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A hash is shown by its beginning, which tells two apart. */
const hashForm = /^[0-9a-f]{40,}$/;
const shownOfHash = 12;

const instantForm = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function valueView(name: string, value: unknown, language: Language): Content {
  const { yes, no, nothing } = texts[language];
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number' && /kopecks$/i.test(name)) return formatFace(value, language);
  if (Array.isArray(value) && value.length === 0) return nothing;
  if (Array.isArray(value))
    return value
      .map((one) =>
        typeof one === 'number' && /kopecks$/i.test(name) ? formatFace(one, language) : textOf(one),
      )
      .join(', ');
  if (typeof value === 'string' && instantForm.test(value))
    return formatShortMoment(new Date(value), language);
  const text = textOf(value);
  if (hashForm.test(text)) return `${text.slice(0, shownOfHash)}…`;
  if (name === 'email') return addressView(text);
  if (name === 'role') return roleName(text, language);
  return (name === 'state' && stateLabels[language][text]) || text;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
