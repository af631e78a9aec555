/** `/s/start`: the steps of a new supplier. */
import type { OnboardingComment } from '../../../acts/onboarding/comments.ts';
import { answersView, commentsView, schemeChoices, stepsView } from '../../../acts/onboarding/views/views.ts';
import {
  chosenScheme,
  openStep,
  schemeOfAnswers,
  supplierSteps,
  templatesSubject,
} from '../../../acts/onboarding/supplier-steps.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { SupplierFacts } from '../../../reports/supplier-onboarding.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { navigationFor } from '../../../web/shell/navigation.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { startLabels } from './labels.ts';

export interface Start {
  /** Null: the supplier is not on its way, it sells. */
  facts: SupplierFacts | null;
  comments: OnboardingComment[];
}

interface Written {
  typed: string;
  error: string;
}

export function startPage({ facts, comments }: Start, call: SupplierCall, written?: Written): ShellPage {
  const { language } = call;
  const labels = startLabels[language];
  if (facts === null)
    return { title: labels.title, main: html`<h1>${labels.title}</h1>${emptyView(labels.selling)}` };
  const steps = supplierSteps(facts);
  return {
    title: labels.title,
    ...(written !== undefined && { errors: { text: written.error } }),
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
<section class="card">${openStep(steps) === null && html`<p class="notice yes">${onboardingLabels[language].allDone}</p>`}
${stepsView(steps, { language, side: 'supplier', actions: actionsOf(facts, call) })}</section>
${commentsView(comments, { language, path: '/s/start/comments', ...written })}
${facts.submittedAt !== null && html`<details class="card"><summary>${onboardingLabels[language].groups.company}…</summary>${answersView(facts.answers, language)}</details>`}`,
  };
}

/** What can be done in each step from here. */
function actionsOf(facts: SupplierFacts, call: SupplierCall): Record<string, Content> {
  const { language } = call;
  const labels = startLabels[language];
  const turn = openStep(supplierSteps(facts))?.turn ?? null;
  const scheme = chosenScheme(facts)?.scheme;
  const link = (path: string, text: string): Content =>
    html`<p><a class="button" href="${at(path, language)}">${text}</a></p>`;
  const own = (path: string, text: string): Content =>
    navigationFor(call.principal).some((entry) => entry.path === path) && link(path, text);
  return {
    questionnaire: link('/s/start/questionnaire', labels.questionnaire),
    template: html`${productsView(facts, language)}${own('/s/templates', labels.preview)}${turn === 'agree-template' && agreeForm('template', templatesSubject(facts.products), labels.templateAct, language)}`,
    scheme: html`${chosenText(facts, language)}${link('/s/start/scheme', labels.schemeAct)}`,
    integration: html`${scheme?.startsWith('pool/') === true && own('/s/codes', labels.codes)}${own('/s/integration', labels.integration)}${own('/s/tills', labels.tills)}`,
    test: html`${turn === 'activate-test-code' && own('/s/activation', labels.activation)}${turn === 'redeem-test-code' && tillView(facts, language)}`,
  };
}

const productsView = ({ products }: SupplierFacts, language: Language): Html | null =>
  products.length === 0
    ? null
    : html`<ul>${products.map(({ title, templateVersion }) => html`<li>${title}: ${templateVersion === 0 ? startLabels[language].plain : `${startLabels[language].version} ${templateVersion}`}</li>`)}</ul>`;

/** Where the test certificate is accepted: at our till, where codes of the supplier are redeemed with us, or at its own. */
function tillView({ testOrder, redeemsOwn }: SupplierFacts, language: Language): Content {
  if (testOrder === null) return null;
  const labels = startLabels[language];
  const orderId = String(testOrder.orderId);
  return html`<p>${labels.testOrder}: ${orderId}</p>
${redeemsOwn ? html`<p><a class="button main" href="${at('/till', language)}">${labels.till}</a></p><p>${labels.ownTill}</p>` : html`<p>${labels.notOurTill}</p>`}
${agreeForm('till', orderId, labels.tillAct, language)}`;
}

function chosenText(facts: SupplierFacts, language: Language): Content {
  const chosen = chosenScheme(facts);
  return chosen !== null && html`<p>${onboardingLabels[language].schemes[chosen.scheme].name}</p>`;
}

/** Agrees to exactly what the page shows. */
const agreeForm = (kind: 'template' | 'till', subject: string, text: string, language: Language): Content =>
  subject !== '' &&
  html`<form method="post" action="${at(`/s/start/${kind}`, language)}"><input type="hidden" name="subject" value="${subject}"><div class="actions"><button class="button">${text}</button></div></form>`;

export function schemePage({ facts }: Start, { language }: SupplierCall): ShellPage {
  const labels = startLabels[language];
  const scheme = facts === null ? null : (chosenScheme(facts)?.scheme ?? schemeOfAnswers(facts));
  return {
    title: labels.schemeTitle,
    main: html`<h1>${labels.schemeTitle}</h1><p class="lead">${labels.schemeLead}</p>
<section class="card"><form method="post" action="${at('/s/start/scheme', language)}">${schemeChoices(scheme, language)}
<div class="actions"><button class="button main">${labels.schemeAct}</button></div></form></section>`,
  };
}
