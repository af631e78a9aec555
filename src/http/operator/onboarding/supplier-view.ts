/** One supplier's way to selling: its steps, questionnaire, files and comments. */
import { answersSubject } from '../../../onboarding/questionnaire.ts';
import {
  chosenScheme,
  openStep,
  supplierSteps,
  templatesSubject,
  type Turn,
} from '../../../onboarding/supplier-steps.ts';
import type { OnboardingComment } from '../../../onboarding/comments.ts';
import type { ListedFile } from '../../../onboarding/files.ts';
import type { SupplierFacts } from '../../../reports/supplier-onboarding.ts';
import { onboardingLabels } from '../../../onboarding/views/labels.ts';
import { answersView, commentsView, stepsView } from '../../../onboarding/views/views.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { boardLabels } from './labels.ts';

export interface OnboardedSupplier {
  facts: SupplierFacts;
  comments: OnboardingComment[];
  files: ListedFile[];
}

export function supplierPage(
  supplier: OnboardedSupplier,
  call: OperatorCall,
  errors: FieldErrors = {},
): ShellPage {
  const { facts, comments } = supplier;
  const { language, form } = call;
  const labels = boardLabels[language];
  const steps = supplierSteps(facts);
  const path = pathOf(facts.supplierId);
  const error = errors['text'];
  const turn = openStep(steps)?.turn ?? null;
  const isDoneAtSupplier = turn !== null && doneAtSupplier.has(turn);
  return {
    title: facts.name,
    errors,
    main: html`<p><a href="${at('/o/onboarding', language)}">${labels.back}</a></p><h1>${facts.name}</h1>
<section class="card">${openStep(steps) === null && html`<p class="notice yes">${onboardingLabels[language].allDone}</p>`}
${stepsView(steps, { language, side: 'operator', actions: actionsOf(supplier, call, errors) })}
${isDoneAtSupplier && html`<p><a class="button main" href="${at(`/o/suppliers/${facts.supplierId}`, language)}">${labels.supplierPage}</a></p>`}</section>
${commentsView(comments, { language, path: `${path}/comments`, typed: error === undefined ? '' : (form.get('text') ?? ''), error })}
${answersCard(supplier, call)}`,
  };
}

const pathOf = (supplierId: number): string => `/o/onboarding/suppliers/${supplierId}`;

const subject = (value: string): Html => html`<input type="hidden" name="subject" value="${value}">`;

/** Done at the supplier's own page: its products, schedule, settings and tests are there. */
const doneAtSupplier: ReadonlySet<Turn> = new Set([
  'add-product',
  'set-scheme',
  'set-schedule',
  'set-calls',
  'run-test',
]);

/** What the operator does in each step: only what is the operator's turn now. */
function actionsOf(
  { facts }: OnboardedSupplier,
  call: OperatorCall,
  errors: FieldErrors,
): Partial<Record<string, Content>> {
  const { language, principal, party, form } = call;
  const labels = boardLabels[language];
  const turn: Turn | null = openStep(supplierSteps(facts))?.turn ?? null;
  const isMine = may(principal, 'suppliers.change', party);
  const act = (name: string, text: string, fields: Content): Html =>
    html`<form method="post" action="${at(`${pathOf(facts.supplierId)}/${name}`, language)}">${fields}<div class="actions"><button class="button main">${text}</button></div></form>`;
  const typed = (name: string): string => form.get(name) ?? '';
  const chosen = chosenScheme(facts);
  return {
    invitation:
      (turn === 'invite' || turn === 'accept-invitation') &&
      may(principal, 'team.change', party) &&
      act(
        'invite',
        labels.invite,
        fieldView({
          name: 'email',
          label: labels.email,
          type: 'email',
          value: typed('email'),
          error: errors['email'],
          attributes: html`required maxlength="254"`,
        }),
      ),
    questionnaire:
      turn === 'accept-answers' &&
      isMine &&
      act('questionnaire', labels.accept, subject(answersSubject(facts.answers))),
    template:
      turn === 'agree-template-too' &&
      isMine &&
      act('template', labels.agreeTemplate, subject(templatesSubject(facts.products))),
    scheme:
      chosen !== null &&
      html`<p>${labels.chosen}: ${onboardingLabels[language].schemes[chosen.scheme].name}</p>`,
    test:
      turn === 'buy-test-code' &&
      isMine &&
      act(
        'test-order',
        labels.note,
        fieldView({
          name: 'subject',
          label: labels.testOrder,
          hint: labels.testOrderHint,
          value: typed('subject'),
          error: errors['subject'],
          attributes: html`inputmode="numeric" required maxlength="16"`,
        }),
      ),
    live: turn === 'go-live' && isMine && act('live', labels.goLive, null),
  };
}

function answersCard({ facts, files }: OnboardedSupplier, { language }: OperatorCall): Html | null {
  if (Object.keys(facts.answers).length === 0 && files.length === 0) return null;
  const labels = onboardingLabels[language];
  return html`<section class="card"><h2>${boardLabels[language].answers}</h2>${answersView(facts.answers, language)}
<h3>${labels.files}</h3>${
    files.length === 0
      ? html`<p>${labels.noFiles}</p>`
      : html`<ul>${files.map(({ id, name }) => html`<li><form method="post" action="${at(`${pathOf(facts.supplierId)}/file`, language)}"><input type="hidden" name="file" value="${String(id)}"><button class="as-link">${name}</button></form></li>`)}</ul>`
  }</section>`;
}
