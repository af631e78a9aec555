/** `/o/start`: what lies between a new installation and its first real order. */
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { readFirstFacts } from '../../../reports/first-start.ts';
import { firstSteps, type FirstStep } from '../../../upkeep/setup/first-steps.ts';
import { checkNames, type CheckName } from '../../../upkeep/setup/finding.ts';
import { findChecks, keepChecks, type KeptCheck } from '../../../upkeep/setup/kept-checks.ts';
import { setupCheckLabels, findingText } from '../../../upkeep/setup/labels.ts';
import { runChecks } from '../../../upkeep/setup/run-checks.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { mayOpen } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { firstStartLabels } from './labels.ts';

interface FirstStart {
  steps: FirstStep[];
  checks: Map<CheckName, KeptCheck>;
}

const path = '/o/start';

export function addFirstStart(pages: OperatorPages): void {
  pages.page<FirstStart>({ path, needs: 'settings.change', load, view });
  pages.act({
    path: `${path}/check`,
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act({ ctx, language, now }) {
      await keepChecks(ctx.db, await runChecks(ctx), now);
      return { is: 'done', to: path, flash: { kind: 'yes', text: firstStartLabels[language].checked } };
    },
  });
}

async function load({ ctx }: OperatorCall): Promise<FirstStart> {
  const [facts, checks] = await Promise.all([readFirstFacts(ctx), findChecks(ctx.pageDb)]);
  return { steps: firstSteps(facts, checks), checks };
}

function view({ steps, checks }: FirstStart, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = firstStartLabels[language];
  const next = steps.find(({ isDone, isSkipped }) => !isDone && !isSkipped);
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
<section class="card">${steps.at(-1)?.isDone === true && html`<p class="notice yes">${labels.over}</p>`}<ol class="timeline">${steps.map((step) => stepView(step, step === next, call))}</ol></section>
<section class="card" id="checks"><h2>${labels.checks}</h2>${checks.size === 0 ? html`<p>${labels.never}</p>` : checksView(checks, language)}
${may(principal, 'settings.change', party) && html`<form method="post" action="${at(`${path}/check`, language)}"><div class="actions"><button class="button main">${labels.checkNow}</button></div></form>`}</section>`,
  };
}

function stepView({ name, isDone, isSkipped }: FirstStep, isNext: boolean, call: OperatorCall): Html {
  const { language } = call;
  const labels = firstStartLabels[language];
  const { name: title, todo, link } = labels.steps[name];
  const state = isDone
    ? html`<span class="state yes">${labels.done}</span>`
    : isSkipped
      ? html`<span class="state">${labels.skipped}</span>`
      : isNext && html`<span class="state note">${labels.next}</span>`;
  return html`<li${!isDone && html` class="${isNext ? 'open' : 'later'}"`}><span>${state}</span><b>${title}</b>
${!isDone && !isSkipped && html`<span class="detail">${todo}${link !== undefined && mayOpen(call, link) && html` <a href="${at(link, language)}">${labels.open}</a>`}</span>`}</li>`;
}

const looks = { ok: 'yes', note: 'note', wrong: 'no' } as const;

function checksView(checks: ReadonlyMap<CheckName, KeptCheck>, language: Language): Html {
  const { checks: names, states } = setupCheckLabels[language];
  const kept = checkNames.flatMap((name) => checks.get(name) ?? []);
  return html`<ul class="timeline">${kept.map(
    ({
      name,
      state,
      findings,
      checkedAt,
    }) => html`<li${state === 'wrong' && html` class="no"`}><span><span class="state ${looks[state]}">${states[state].toLowerCase()}</span></span><b>${names[name]}</b>
<div class="detail">${findings.map((finding) => {
      const { says, todo } = findingText(finding, language);
      return html`<p>${says}${todo !== undefined && html` <b>${todo}</b>`}</p>`;
    })}<p>${momentView(checkedAt, language)}</p></div></li>`,
  )}</ul>`;
}
