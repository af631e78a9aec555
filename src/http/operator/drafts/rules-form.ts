/** The form that says how a file of codes is read. */
import type { PoolTitle } from '../../../catalog/find-titles.ts';
import type { DraftRules } from '../../../acts/guarded/drafts/draft-run.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import type { ColumnChoice } from '../../../vault/import-pool/columns.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { selectField } from '../../../web/shell/filters-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { readKopecks } from '../read-kopecks.ts';
import { choiceOf, columnChoices } from './column-choices.ts';
import { draftLabels } from './labels.ts';

const activities = ['by-row', 'all-active', 'all-inactive'] as const;
const hiddenChoices = ['ask', 'read', 'skip'] as const;
const columnFields = ['number', 'pin', 'faceColumn', 'expiry'] as const;
const longestName = 100;

/** How a file is to be read, as it was typed. */
export function readRules(
  form: URLSearchParams,
  products: readonly PoolTitle[],
  columnsSeen: readonly ColumnNote[],
): { rules: DraftRules } | { wrong: 'face' | 'productId' } {
  const text = (name: string): string => (form.get(name) ?? '').trim().slice(0, longestName);
  const isOn = (name: string): boolean => form.get(name) === 'yes';
  const face = text('face');
  const faceKopecks = face === '' ? null : readKopecks(face);
  if (face !== '' && faceKopecks === null) return { wrong: 'face' };
  const chosen = idIn(form.get('productId'));
  if (chosen !== null && !products.some(({ productId }) => productId === chosen))
    return { wrong: 'productId' };
  return {
    rules: {
      ...(chosen === null ? {} : { productId: chosen }),
      ...(text('sheet') === '' ? {} : { sheet: text('sheet') }),
      faceKopecks,
      columns: { ...typedColumns(text), ...choiceOf(form, columnsSeen) },
      hasHeadings: !isOn('plain'),
      anyFace: isOn('addFaces'),
      activity: activities.find((one) => one === form.get('activity')) ?? 'by-row',
      skipWrong: isOn('skipWrong'),
      asGiven: isOn('asGiven'),
      zerosAreReal: isOn('zerosAreReal'),
      everySheet: isOn('everySheet'),
      hidden: hiddenChoices.find((one) => one === form.get('hidden')) ?? 'ask',
      skipDuplicates: isOn('skipDuplicates'),
      acceptUnauthenticated: isOn('acceptSender'),
    },
  };
}

const typedColumns = (text: (name: string) => string): ColumnChoice =>
  Object.fromEntries(
    columnFields
      .filter((name) => text(name) !== '')
      .map((name) => [name === 'faceColumn' ? 'face' : name, text(name)]),
  );

/** The same rules as fields of the form. */
export function typedRules(rules: DraftRules | null): URLSearchParams {
  const typed = new URLSearchParams();
  if (rules === null) return typed;
  const { columns: { skip = [], ...columns } = {}, productId, sheet, faceKopecks } = rules;
  for (const [field, column] of [...Object.entries(columns), ...skip.map((one) => ['skip', one] as const)])
    typed.set(`is-${column}`, field);
  if (productId !== undefined) typed.set('productId', String(productId));
  if (sheet !== undefined) typed.set('sheet', sheet);
  if (typeof faceKopecks === 'number') typed.set('face', String(faceKopecks / 100));
  for (const [name, value] of Object.entries(columns))
    typed.set(name === 'face' ? 'faceColumn' : name, value);
  if (rules.hasHeadings === false) typed.set('plain', 'yes');
  if (rules.anyFace === true) typed.set('addFaces', 'yes');
  if (rules.skipWrong === true) typed.set('skipWrong', 'yes');
  if (rules.zerosAreReal === true) typed.set('zerosAreReal', 'yes');
  if (rules.everySheet === true) typed.set('everySheet', 'yes');
  typed.set('hidden', rules.hidden ?? 'ask');
  if (rules.asGiven === true) typed.set('asGiven', 'yes');
  if (rules.skipDuplicates === true) typed.set('skipDuplicates', 'yes');
  if (rules.acceptUnauthenticated === true) typed.set('acceptSender', 'yes');
  typed.set('activity', rules.activity ?? 'by-row');
  return typed;
}

interface RulesForm {
  draftId: number;
  products: readonly PoolTitle[];
  typed: URLSearchParams;
  errors: FieldErrors;
  /** As its last preview found them. */
  columnsSeen: readonly ColumnNote[];
  /** Its last preview was refused. */
  isRefused: boolean;
  /** Its sender is not proven. */
  isUnproven: boolean;
  button: string;
}

export function rulesForm(form: RulesForm, language: Language): Html {
  const { draftId, products, typed, errors, isUnproven, columnsSeen, isRefused, button } = form;
  const labels = draftLabels[language];
  const check = (name: string, text: string): Html =>
    html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${typed.get(name) === 'yes' && html` checked`}> ${text}</label>`;
  const field = (name: string, label: string, hint?: string): Html =>
    fieldView({
      name,
      label,
      ...(hint === undefined ? {} : { hint }),
      value: typed.get(name) ?? '',
      error: errors[name],
      attributes: html`autocomplete="off" maxlength="${longestName}"`,
    });
  const choices = products.map(({ productId, title }) => ({
    value: String(productId),
    text: `${productId} ${title}`,
  }));
  const named =
    isRefused ||
    columnFields.some((name) => typed.has(name)) ||
    ['plain', 'sheet', 'everySheet', 'zerosAreReal'].some((name) => typed.has(name));
  return html`<form method="post" action="${at(`/o/drafts/${draftId}/preview`, language)}">
${selectField({ name: 'productId', label: labels.product, choices, value: typed.get('productId') ?? '', any: products.length === 1 ? null : labels.chooseProduct, error: errors['productId'] })}
${field('face', labels.face, labels.faceHint)}
${check('skipWrong', labels.skipWrong)}
${check('asGiven', labels.asGiven)}
${check('skipDuplicates', labels.skipDuplicates)}
${check('addFaces', labels.addFaces)}
${isUnproven && check('acceptSender', labels.acceptSender)}
${selectField({ name: 'activity', label: labels.activity, choices: activities.map((value) => ({ value, text: labels.activities[value] })), value: typed.get('activity') ?? 'by-row' })}
${columnsSeen.length > 0 && columnChoices(columnsSeen, typed, language)}
${selectField({ name: 'hidden', label: labels.hidden, choices: hiddenChoices.map((value) => ({ value, text: labels.hiddenChoices[value] })), value: typed.get('hidden') ?? 'ask' })}
<details class="more"${named && html` open`}><summary>${labels.columnsTitle}</summary><p class="hint">${labels.columnsHint}</p>
${columnsSeen.length === 0 && columnFields.map((name) => field(name, labels.columns[name]))}
${field('sheet', labels.sheet, labels.sheetHint)}
${check('everySheet', labels.everySheet)}
${check('plain', labels.noHeadings)}
${check('zerosAreReal', labels.zerosAreReal)}</details>
<div class="actions"><button class="button">${button}</button></div></form>`;
}
