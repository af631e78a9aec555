/** The form that says how a file of codes is read. */
import type { PoolTitle } from '../../../catalog/find-titles.ts';
import type { DraftRules } from '../../../acts/guarded/drafts/draft-run.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldsView, readForm, typedOf, type ShownForm } from '../../../web/form/fields.ts';
import { type FieldErrors, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { choiceOf, columnChoices, wrongChoices } from './column-choices.ts';
import type { OperatorCall } from '../operator.ts';
import { draftLabels } from './labels.ts';
import { rulesFields, rulesParts } from './rules-fields.ts';

interface RulesAsk {
  products: readonly PoolTitle[];
  /** The columns that its last preview found. */
  columnsSeen: readonly ColumnNote[];
}

/** How a file is to be read, as it was typed. */
export function readRules(
  call: OperatorCall,
  { products, columnsSeen }: RulesAsk,
): { rules: DraftRules } | { errors: FieldErrors } {
  const { form, language } = call;
  const { fields, problems } = draftLabels[language];
  const read = readForm(rulesFields, fields, call);
  const typed = form.get('productId') ?? '';
  const productId = products.find((one) => String(one.productId) === typed)?.productId ?? null;
  const errors = {
    ...(typed !== '' && productId === null && { productId: problems.productId }),
    ...wrongChoices(form, columnsSeen, language),
    ...('errors' in read && read.errors),
  };
  if ('errors' in read || Object.keys(errors).length > 0) return { errors };
  const { number, pin, face, expiry, sheet, ...rules } = read.values;
  const named = Object.entries({ number, pin, face, expiry }).filter(([, column]) => column !== '');
  return {
    rules: {
      ...rules,
      ...(productId !== null && { productId }),
      ...(sheet !== '' && { sheet }),
      columns: { ...Object.fromEntries(named), ...choiceOf(form, columnsSeen) },
    },
  };
}

/** The same rules as fields of the form. */
export function typedRules(rules: DraftRules | null): URLSearchParams {
  const given: Partial<DraftRules> = rules ?? {};
  const { columns: { skip = [], ...columns } = {}, productId, ...others } = given;
  const typed = typedOf(rulesFields, { activity: 'by-row', hidden: 'ask', ...columns, ...others });
  for (const [field, column] of [...Object.entries(columns), ...skip.map((one) => ['skip', one] as const)])
    typed.set(`is-${column}`, field);
  if (productId !== undefined) typed.set('productId', String(productId));
  return typed;
}

interface RulesForm extends RulesAsk, ShownForm {
  draftId: number;
  /** Its last preview was refused. */
  isRefused: boolean;
  /** Its sender is not proven. */
  isUnproven: boolean;
  button: string;
}

export function rulesForm(form: RulesForm, language: Language): Html {
  const { draftId, products, typed, errors, isUnproven, columnsSeen, isRefused, button } = form;
  const labels = draftLabels[language];
  const part = (name: keyof typeof rulesParts): Html =>
    fieldsView(rulesParts[name], labels.fields, { typed, errors });
  const choices = products.map(({ productId, title }) => ({
    value: String(productId),
    text: `${productId} ${title}`,
  }));
  const isNamed =
    isRefused ||
    ['number', 'pin', 'faceColumn', 'expiry', 'plain', 'sheet', 'everySheet', 'zerosAreReal'].some((name) =>
      typed.has(name),
    );
  return html`<form method="post" action="${at(`/o/drafts/${draftId}/preview`, language)}">
${selectField({ name: 'productId', label: labels.product, choices, value: typed.get('productId') ?? '', any: products.length === 1 ? null : labels.chooseProduct, error: errors['productId'] })}
${part('rows')}${isUnproven && part('sender')}${part('activity')}
${columnsSeen.length > 0 && columnChoices(columnsSeen, { typed, errors }, language)}
${part('hidden')}
<details class="more"${isNamed && html` open`}><summary>${labels.columnsTitle}</summary><p class="hint">${labels.columnsHint}</p>
${columnsSeen.length === 0 && part('columns')}${part('layout')}</details>
<div class="actions"><button class="button">${button}</button></div></form>`;
}
