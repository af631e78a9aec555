/** Parts of the onboarding's pages that both sides see. */
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { OnboardingSide } from '../../../reports/supplier-onboarding.ts';
import { areaView, type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import { longestComment, type OnboardingComment } from '../comments.ts';
import {
  longestOf,
  questionNames,
  questionOf,
  type Answers,
  type QuestionGroup,
  type QuestionName,
} from '../questionnaire-fields.ts';
import { schemes, type Scheme } from '../../../catalog/scheme.ts';
import { actorIn, type SupplierStep } from '../supplier-steps.ts';
import { turnLabels } from '../turn-labels.ts';
import { onboardingLabels } from './labels.ts';

const looks = { done: 'yes', open: 'note', later: '' } as const;

/** The steps, what is to be done in the open one, and by whom. */
export function stepsView(
  steps: readonly SupplierStep[],
  {
    language,
    side,
    actions,
  }: { language: Language; side: OnboardingSide; actions: Partial<Record<string, Content>> },
): Html {
  const labels = onboardingLabels[language];
  const { steps: names, turns } = turnLabels[language];
  return html`<ol class="timeline">${steps.map(({ name, state, turn }) => {
    const actor = turn === null ? null : actorIn(turn);
    const who = actor === null ? '' : actor === side ? labels.you : labels.actors[actor];
    return html`<li${state !== 'done' && html` class="${state}"`}><span><span class="state${looks[state] !== '' && html` ${looks[state]}`}">${labels.states[state]}${state === 'open' && `: ${who}`}</span></span><b>${names[name]}</b>
${state !== 'later' && html`<div class="detail">${state === 'open' && turn !== null && html`<p>${turns[turn]}</p>`}${actions[name]}</div>`}</li>`;
  })}</ol>`;
}

const groups = [...new Set(questionNames.map((name) => questionOf(name).group))];

const namesIn = (group: QuestionGroup): QuestionName[] =>
  questionNames.filter((name) => questionOf(name).group === group);

const choiceText = (choice: string, language: Language): string =>
  onboardingLabels[language].choices[choice] ?? choice;

/** The questionnaire as a form. */
export const questionFields = (answers: Answers, errors: FieldErrors, language: Language): Html =>
  html`${groups.map(
    (group) =>
      html`<h2>${onboardingLabels[language].groups[group]}</h2>${namesIn(group).map((name) => questionField(name, answers[name] ?? '', errors[name], language))}`,
  )}`;

function questionField(
  name: QuestionName,
  value: string,
  error: string | undefined,
  language: Language,
): Html {
  const labels = onboardingLabels[language];
  const { label, hint } = labels.questions[name];
  const { kind } = questionOf(name);
  const field = { name, label, value, error, ...(hint !== undefined && { hint }) };
  if (typeof kind !== 'string') {
    const choices = kind.map((choice) => ({ value: choice, text: choiceText(choice, language) }));
    return selectField({ name, label, choices, value, any: labels.choose, error });
  }
  const attributes = html`maxlength="${String(longestOf(name))}"`;
  if (kind === 'lines') return areaView({ ...field, attributes: html`rows="4" ${attributes}` });
  return fieldView({ ...field, type: kind === 'email' ? 'email' : 'text', attributes });
}

/** What was answered, to be read. */
export const answersView = (answers: Answers, language: Language): Html =>
  html`${groups.map((group) => {
    const labels = onboardingLabels[language];
    return html`<h3>${labels.groups[group]}</h3><dl class="facts columns">${namesIn(group).map(
      (name) =>
        html`<div><dt>${labels.questions[name].label}</dt><dd>${linesView(answerText(name, answers[name] ?? '', language))}</dd></div>`,
    )}</dl>`;
  })}`;

/** Line breaks as they were typed. */
const linesView = (text: string): Html =>
  html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;

const answerText = (name: QuestionName, answer: string, language: Language): string =>
  answer === '' ? '–' : typeof questionOf(name).kind === 'string' ? answer : choiceText(answer, language);

/** Every scheme with what follows from it. */
export const schemeChoices = (chosen: Scheme | null, language: Language): Html =>
  html`<fieldset><legend>${turnLabels[language].steps.scheme}</legend>${schemes.map((scheme) => {
    const { name, means } = onboardingLabels[language].schemes[scheme];
    return html`<div><label class="choice"><input type="radio" name="subject" value="${scheme}" required${scheme === chosen && html` checked`}> <b>${name}</b></label>
<ul>${means.map((one) => html`<li>${one}</li>`)}</ul></div>`;
  })}</fieldset>`;

/** What both sides wrote, and a field to answer. */
export function commentsView(
  comments: readonly OnboardingComment[],
  {
    language,
    path,
    typed = '',
    error,
  }: { language: Language; path: string; typed?: string; error?: string | undefined },
): Html {
  const labels = onboardingLabels[language];
  return html`<section class="card" id="comments"><h2>${labels.comments}</h2>
${
  comments.length === 0
    ? html`<p>${labels.noComments}</p>`
    : html`<ol class="timeline">${comments.map(
        ({ byName, side, text, at: instant }) =>
          html`<li>${momentView(instant, language)}<b>${byName}, ${labels.actors[side]}</b><span class="detail">${linesView(text)}</span></li>`,
      )}</ol>`
}
<form method="post" action="${at(path, language)}">
${areaView({ name: 'text', label: labels.comment, value: typed, error, attributes: html`rows="3" required maxlength="${String(longestComment)}"` })}
<div class="actions"><button class="button">${labels.send}</button></div></form></section>`;
}
