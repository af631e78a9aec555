/** `/c`: how things are, and what somebody has to do. */
import { findNextStep } from '../../../acts/onboarding/client-onboarding.ts';
import type { Actor, ClientStep } from '../../../acts/onboarding/client-steps.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { findBalance, type Balance } from '../../../ledger/balance.ts';
import { listOpenForClient } from '../../../orders/bulk/open-approvals.ts';
import { actorOf, may, type Principal } from '../../../people/access/principal.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { formatCount, formatExactMoment, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import {
  clientDays,
  countAbandonedCallbacks,
  countDelayed,
  hasOrderedBefore,
  type ClientDay,
} from '../../../reports/client-days.ts';
import { findGuard, type Guard } from '../../../upkeep/restores/guard.ts';
import { chartView, dayAndMonth } from '../../../web/charts/chart-view.ts';
import { comparedView } from '../../../web/charts/compared.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { tilesView, type Tile } from '../../../web/shell/parts-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { overviewLabels } from './labels.ts';

const path = '/c';
const chartDays = 30;
/** The expense of these days tells how long the funds last. */
const paceDays = 7;
/** Fewer days than this, and somebody has to act. */
const lowDays = 3;
/** More is told as "100+". */
const mostCounted = 100;

interface Overview {
  balance: Balance | null;
  days: ClientDay[];
  /** The same number of days before those. */
  before: ClientDay[];
  /** Something was ordered before those days. */
  hasOrdered: boolean;
  delayed: number;
  abandoned: number | null;
  /** What waits for this person. */
  approvals: number;
  /** The database was restored, and orders of some time are unknown here. */
  guard: Guard | null;
  /** The next step of a client that is not live yet. */
  way: { step: ClientStep; waitsFor: Actor } | null;
}

export function addOverview(pages: CabinetPages): void {
  pages.page<Overview>({ path, needs: 'orders.read', load, view: (data, call) => view(data, call) });
}

async function load({ ctx, party, principal, now }: CabinetCall): Promise<Overview> {
  const clientId = party.partyId;
  const until = moscowDay(now);
  const from = dayAfter(until, 1 - chartDays);
  const allowed = (permission: Permission): boolean => may(principal, permission, party);
  const [balance, all, hasOrdered, delayed, abandoned, approvals, guard, way] = await Promise.all([
    allowed('money.read') ? findBalance(ctx.pageDb, clientId) : null,
    clientDays(ctx.pageDb, { clientId, from: dayAfter(from, -chartDays), until }),
    hasOrderedBefore(ctx.pageDb, clientId, from),
    countDelayed(ctx.pageDb, clientId, mostCounted),
    allowed('callbacks.read') ? countAbandonedCallbacks(ctx.pageDb, clientId, mostCounted) : null,
    allowed('approvals.decide') ? countForMe(ctx.pageDb, clientId, principal, now) : 0,
    findGuard(ctx.pageDb),
    findNextStep(ctx.pageDb, clientId, now),
  ]);
  const [before, days] = [all.slice(0, chartDays), all.slice(chartDays)];
  return { balance, days, before, hasOrdered, delayed, abandoned, approvals, guard, way };
}

async function countForMe(db: Sql, clientId: number, principal: Principal, now: Date): Promise<number> {
  const open = await listOpenForClient(db, clientId, now);
  return open.filter(({ askedBy }) => askedBy !== actorOf(principal).actor).length;
}

function view(data: Overview, call: CabinetCall) {
  const { language } = call;
  const labels = overviewLabels[language];
  const isQuiet = data.days.every(
    ({ issued, failed, cancelled, open }) => issued + failed + cancelled + open === 0,
  );
  const isNew = isQuiet && !data.hasOrdered && data.delayed === 0 && data.approvals === 0;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${data.guard !== null && html`<p class="notice note" role="status">${labels.restored(formatExactMoment(data.guard.lostFrom, language), formatExactMoment(data.guard.lostUntil, language))}</p>`}
${data.way !== null && html`<p class="notice note">${labels.notLive} <a href="${at('/c/start', language)}">${stepLabels[language].names[data.way.step]}</a>, ${data.way.waitsFor === 'client' ? labels.yourTurn : labels.ourTurn}.</p>`}
${tilesView(tilesOf(data, language))}
${isNew ? emptyView(labels.empty, firstOrder(call)) : html`${todoView(data, call)}${isQuiet ? quietCard(language) : chartCard(data, language)}`}
<p class="muted">${labels.asOf}</p>`,
  };
}

const firstOrder = ({ principal, party, language }: CabinetCall): Content =>
  may(principal, 'orders.place', party) &&
  html`<a class="button main" href="${at('/c/orders/new', language)}">${overviewLabels[language].first}</a>`;

function tilesOf({ balance, days }: Overview, language: Language): Tile[] {
  const labels = overviewLabels[language];
  const today = days.at(-1);
  const money: Tile[] =
    balance === null
      ? []
      : [
          {
            name: labels.available,
            value: formatFace(balance.fundsKopecks + balance.creditKopecks, language),
            ...(balance.creditKopecks > 0 && {
              note: labels.credit(formatFace(balance.creditKopecks, language)),
            }),
          },
          { name: labels.held, value: formatFace(balance.heldKopecks, language) },
        ];
  return [
    ...money,
    {
      name: labels.today,
      value: formatCount(today?.issued ?? 0, language),
      note: labels.todayNote(today?.failed ?? 0),
    },
    { name: labels.sum, value: formatFace(today?.sumKopecks ?? 0, language) },
  ];
}

function todoView(data: Overview, { language, party, principal }: CabinetCall): Html {
  const labels = overviewLabels[language];
  const { delayed, abandoned } = data;
  const orders = (query: Record<string, string>): string => at(addressOf('/c/orders', query), language);
  const today = data.days.at(-1);
  const failed = today?.failed ?? 0;
  const money = fundsText(data, language);
  const canSeeCallbacks = may(principal, 'callbacks.read', party);
  const todos: Content[] = [
    data.approvals > 0 &&
      html`<li><a href="${at('/c/approvals', language)}">${labels.approvals(counted(data.approvals, language))}</a></li>`,
    money !== null && html`<li>${money}</li>`,
    delayed > 0 &&
      html`<li><a href="${orders({ state: 'delayed' })}">${labels.delayed(counted(delayed, language))}</a></li>`,
    failed > 0 &&
      html`<li><a href="${orders({ state: 'failed', kind: 'real', from: today?.day ?? '' })}">${labels.failed(formatCount(failed, language))}</a></li>`,
    canSeeCallbacks &&
      abandoned !== null &&
      abandoned > 0 &&
      html`<li><a href="${at('/c/callbacks?which=failed', language)}">${labels.callbacks(counted(abandoned, language))}</a></li>`,
  ].filter((todo) => todo !== false);
  return html`<section class="card"><h2>${labels.todo}</h2>${todos.length === 0 ? html`<p>${labels.allGood}</p>` : html`<ul>${todos}</ul>`}</section>`;
}

const counted = (count: number, language: Language): string =>
  count < mostCounted ? formatCount(count, language) : `${formatCount(mostCounted, language)}+`;

/** Null while there is enough for some days. */
function fundsText({ balance, days }: Overview, language: Language): string | null {
  if (balance === null) return null;
  const labels = overviewLabels[language];
  const left = balance.fundsKopecks + balance.creditKopecks;
  if (left <= 0) return labels.overdrawn;
  // Today is not over: the days before tell the pace.
  const spent = days.slice(-1 - paceDays, -1).reduce((sum, { sumKopecks }) => sum + sumKopecks, 0);
  const daysLeft = spent === 0 ? Infinity : left / (spent / paceDays);
  return daysLeft < lowDays
    ? `${labels.funds} ${labels.fundsNote(formatCount(Math.max(1, Math.floor(daysLeft)), language))}`
    : null;
}

function quietCard(language: Language): Html {
  const labels = overviewLabels[language];
  return html`<section class="card"><h2>${labels.chart}</h2><p>${labels.quiet}</p><p><a href="${at('/c/charts', language)}">${labels.charts}</a></p></section>`;
}

const issuedIn = (days: readonly ClientDay[]): number => days.reduce((sum, { issued }) => sum + issued, 0);

function chartCard({ days, before }: Overview, language: Language): Html {
  const labels = overviewLabels[language];
  // Today is the last of the days, and not over.
  const compared = {
    now: issuedIn(days.slice(0, -1)),
    before: issuedIn(before.slice(1)),
    days: chartDays - 1,
  };
  return html`<section class="card">${chartView({
    title: labels.chart,
    said: comparedView(
      { ...compared, format: (count) => labels.issuedShort(formatCount(count, language)) },
      language,
    ),
    labels: days.map(({ day }) => dayAndMonth(day)),
    kind: 'columns',
    series: [
      { name: labels.issued, values: days.map((day) => day.issued), look: 'yes' },
      { name: labels.notIssued, values: days.map(({ failed, cancelled }) => failed + cancelled), look: 'no' },
    ],
    unfinished: true,
    language,
  })}<p><a href="${at('/c/charts', language)}">${labels.charts}</a></p></section>`;
}
