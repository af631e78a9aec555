/** What is read before a draft or an earlier version is put in force: what will be sold from then on, and what differs. */
import { formatShortMoment } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { differencesOf } from '../../certificates/templates/template-differences.ts';
import type { Question } from '../../web/confirm/question.ts';
import type { TemplateDraft } from './draft.ts';
import { nameOfField, nameOfValue } from './field-labels.ts';
import { templateLabels } from './labels.ts';
import { lookName, readLookName } from './look-key.ts';
import { nameOfLook } from './samples-view.ts';
import type { TemplatesData } from './templates-data.ts';

const ru = {
  title: 'Применить этот вид?',
  product: 'Продукт',
  look: 'Вид',
  draft: 'Кто и когда',
  note: 'Заметка',
  agreed: 'Поставщик согласовал',
  notAgreed: 'поставщик не согласовал',
  outdated: (version: number) => `действует уже версия ${version}, её изменений здесь нет`,
  basis: 'За основу взято',
  more: (count: number) => `ещё отличий: ${count}`,
  others: 'Остальное',
  same: 'ничем не отличается от действующего',
  differs: 'Отличия',
  text: 'С этого момента продаётся с этим видом: страница подарка, письмо и PDF. Проданные сертификаты сохраняют свой.',
  undo: 'Вернуть прежнюю версию можно в любой момент.',
  act: 'Применить',
};

const labelsOf: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Put this look in force?',
    product: 'Product',
    look: 'Look',
    draft: 'By whom, when',
    note: 'Note',
    agreed: 'Agreed to by the supplier',
    notAgreed: 'the supplier has not agreed',
    outdated: (version) => `version ${version} is in force by now, whose changes are not in here`,
    basis: 'Begun with',
    more: (count) => `further differences: ${count}`,
    others: 'Beside these',
    same: 'the same as what is in force',
    differs: 'Differences',
    text: 'From now on certificates are sold with this look: gift page, letter and PDF. Those that were sold keep theirs.',
    undo: 'An earlier version can be put in force again at any time.',
    act: 'Put in force',
  },
};

const mostNamed = 15;
const longestValue = 120;

/** `data` was read with the look as the first and the current one as the second. */
export function useQuestion(
  { product, drafts, versions, seen: [next, current] }: TemplatesData,
  { back, language }: { back: string; language: Language },
): Question | null {
  if (next === undefined || current === undefined) return null;
  const labels = labelsOf[language];
  const { key } = next;
  const draft = key.is === 'draft' ? drafts.find(({ id }) => id === key.id) : undefined;
  if (key.is === 'draft' && draft?.endedAt !== null) return null;
  const inForce = versions.find((one) => one.inForce)?.version ?? null;
  const differences = differencesOf({ template: current.look.template }, { template: next.look.template });
  const named = differences.slice(0, mostNamed);
  const value = (field: string, text: string | null): string =>
    text === null
      ? templateLabels[language].notGiven
      : nameOfValue(field, text, language).slice(0, longestValue);
  return {
    title: labels.title,
    facts: [
      [labels.product, product.title],
      [labels.look, nameOfLook(key, language)],
      ...draftFacts(draft, inForce, language),
      ...named.map(
        ({ field, before, after }) =>
          [nameOfField(field, language), `${value(field, before)} → ${value(field, after)}`] as const,
      ),
      differences.length === 0 ? [labels.differs, labels.same] : null,
      differences.length > named.length
        ? [labels.others, labels.more(differences.length - named.length)]
        : null,
    ],
    text: labels.text,
    undo: labels.undo,
    act: labels.act,
    back,
  };
}

function draftFacts(draft: TemplateDraft | undefined, inForce: number | null, language: Language) {
  if (draft === undefined) return [];
  const labels = labelsOf[language];
  const { createdAt, byName, note, agreedBy, basedOn } = draft;
  const basis = basedOn === null ? null : readLookName(basedOn);
  const isOutdated = basis?.is === 'version' && inForce !== null && basis.version !== inForce;
  return [
    [labels.draft, `${byName}, ${formatShortMoment(createdAt, language)}`] as const,
    note === '' ? null : ([labels.note, note] as const),
    [labels.agreed, agreedBy ?? labels.notAgreed] as const,
    basis === null || inForce === null || !isOutdated
      ? null
      : ([labels.basis, `${nameOfLook(basis, language)}: ${labels.outdated(inForce)}`] as const),
  ];
}

/** How `readTemplates` is asked for a question about a look. */
export const askedUse = (form: URLSearchParams): Record<string, string> => ({
  of: lookName(readLookName(form.get('look'))),
  beside: 'current',
});
