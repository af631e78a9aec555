/** One supplier's way to selling: its steps, questionnaire, files and comments. */
import { answersSubject } from '../../../acts/onboarding/questionnaire.ts';
import {
  chosenScheme,
  openStep,
  supplierSteps,
  templatesSubject,
  type Turn,
} from '../../../acts/onboarding/supplier-steps.ts';
import type { OnboardingComment } from '../../../acts/onboarding/comments.ts';
import type { ListedFile } from '../../../acts/onboarding/files.ts';
import type { SupplierFacts } from '../../../reports/supplier-onboarding.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { answersView, commentsView, stepsView } from '../../../acts/onboarding/views/views.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { boardLabels, type BoardLabels } from './labels.ts';

export interface OnboardedSupplier {
  facts: SupplierFacts;
  comments: OnboardingComment[];
  files: ListedFile[];
  /** The approval that would open its sales, if somebody has asked for it. */
  liveAsked: number | null;
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
  const places = turn === null ? [] : (placesOf[turn]?.(facts, labels) ?? []);
  return {
    title: facts.name,
    errors,
    main: html`<p><a href="${at('/o/onboarding', language)}">${labels.back}</a></p><h1>${facts.name}</h1>
<section class="card">${openStep(steps) === null && html`<p class="notice yes">${onboardingLabels[language].allDone}</p>`}
${stepsView(steps, { language, side: 'operator', actions: actionsOf(supplier, call, errors) })}
${places.map(([place, text], index) => html`<p><a class="button${index === 0 && turn !== null && !withForm.has(turn) && ' main'}" href="${at(place, language)}">${text}</a></p>`)}
<p><a href="${at(`/o/suppliers/${facts.supplierId}`, language)}">${labels.supplierPage}</a></p></section>
${commentsView(comments, { language, path: `${path}/comments`, typed: error === undefined ? '' : (form.get('text') ?? ''), error })}
${answersCard(supplier, call)}`,
  };
}

const pathOf = (supplierId: number): string => `/o/onboarding/suppliers/${supplierId}`;

const subject = (value: string): Html => html`<input type="hidden" name="subject" value="${value}">`;

type Places = (facts: SupplierFacts, labels: BoardLabels) => [path: string, text: string][];

const ownPlace =
  (path: string, text: (labels: BoardLabels) => string): Places =>
  ({ supplierId }, labels) => [[`/o/suppliers/${supplierId}${path}`, text(labels)]];

const eachProduct =
  (path: string): Places =>
  ({ products }) =>
    products.map(({ productId, title }) => [`/o/products/${productId}${path}`, title]);

/** Where the codes of a product come from never changes. */
const needsProduct = (facts: SupplierFacts): boolean =>
  !facts.products.some(({ transferScheme }) => chosenScheme(facts)?.scheme.startsWith(`${transferScheme}/`));

/** Where the operator does what is their turn. */
const placesOf: Partial<Record<Turn, Places>> = {
  'add-product': ownPlace('/products', ({ addProduct }) => addProduct),
  'agree-template-too': eachProduct('/templates'),
  'set-scheme': (facts, labels) =>
    needsProduct(facts)
      ? [[`/o/suppliers/${facts.supplierId}/products`, labels.addProduct]]
      : eachProduct('')(facts, labels),
  'set-schedule': ownPlace('#schedule', ({ schedule }) => schedule),
  'load-codes': (_facts, { drafts }) => [['/o/drafts', drafts]],
  'set-calls': ownPlace('/settings', ({ calls }) => calls),
  'run-test': ownPlace('#tests', ({ runTest }) => runTest),
  'buy-test-code': eachProduct(''),
};

/** Turns that are also a form of this page, which has the main button. */
const withForm: ReadonlySet<Turn> = new Set(['agree-template-too', 'buy-test-code']);

/** What the operator does in each step: only what is the operator's turn now. */
function actionsOf(
  { facts, liveAsked }: OnboardedSupplier,
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
        facts.invitedUntil === null ? labels.invite : labels.inviteAgain,
        html`${facts.invitedUntil !== null && html`<p>${labels.invitedTo(facts.invitedEmail)} ${momentView(facts.invitedUntil, language)}.</p>`}${fieldView(
          {
            name: 'email',
            label: labels.email,
            type: 'email',
            value: typed('email'),
            error: errors['email'],
            attributes: html`required maxlength="254"`,
          },
        )}`,
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
      html`<p>${labels.chosen}: ${onboardingLabels[language].schemes[chosen.scheme].name}</p>${turn === 'set-scheme' && needsProduct(facts) && html`<p>${labels.needsProduct}</p>`}`,
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
    live:
      turn === 'go-live' &&
      (liveAsked === null
        ? isMine && act('live', labels.goLive, null)
        : html`<p><a href="${at(`/o/approvals/${liveAsked}`, language)}">${labels.waits}</a></p>`),
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
