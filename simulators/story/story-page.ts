import { html, safeUrl, type Content, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { formatFace } from '../../src/platform/text/formats.ts';
import type { OrderEvent } from '../../src/reports/order-events.ts';
import type { OrderDetails, OrderLine } from '../../src/reports/order-report.ts';
import { demoFrame, inLanguage, moment, orderButton } from '../demo-frame.ts';
import { demoLabels } from '../demo-labels.ts';
import { storyLabels } from './story-labels.ts';

export interface Story {
  order: OrderDetails;
  /** Null while no certificate was issued. */
  giftLink: string | null;
  /** The demo world's time. */
  now: Date;
}

/** Messages that are due so soon are worth waiting for with the page open. */
const soonMs = 10_000;

export const storyPath = (requestId: number): string => `/demo/orders/${requestId}`;

export function storyPage(story: Story, language: Language): string {
  const labels = storyLabels[language];
  const { requestId } = story.order;
  const main = html`<p><a href="${inLanguage('/demo', language)}">← ${labels.back}</a></p>
${storyView(story, language)}
${orderButton(language)}`;
  return demoFrame({ language, title: labels.titleOf(requestId), path: storyPath(requestId), main });
}

/** What happened to an order, from its acceptance on; script/live.browser.js keeps it up to date. */
export function storyView(story: Story, language: Language): Html {
  const { order, giftLink } = story;
  const labels = storyLabels[language];
  const gift = safeUrl(giftLink);
  const links = [
    isLive(story) &&
      html`<a href="${inLanguage(storyPath(order.requestId), language)}">${demoLabels[language].inbox.refresh}</a>`,
    gift !== null && html`<a href="${gift}">${labels.gift}</a>`,
    html`<a href="${inLanguage('/demo/inbox', language)}">${demoLabels[language].inbox.title}</a>`,
    html`<a href="${inLanguage(`/demo/callbacks/${order.clientId}`, language)}">${demoLabels[language].callbacks.title}</a>`,
  ];
  const waits = order.callback?.state === 'due' && order.callback.attempts > 0;
  return html`<div class="card story" data-story="${isLive(story) ? 'live' : 'done'}" data-from="${storyPath(order.requestId)}" aria-live="polite">
<p><b>${order.title}, ${formatFace(order.faceKopecks, language)}</b> <span class="${stateTone(order.state)}">${labels.states[order.state]}</span></p>
<dl class="facts small">
<dt>${labels.client}</dt><dd>${order.clientId} ${order.client}</dd>
<dt>${labels.sum}</dt><dd>${formatFace(order.sumKopecks, language)}</dd>
${order.orderId !== null && html`<dt>${labels.order}</dt><dd>${order.orderId}</dd>`}
</dl>
<ol class="timeline">${order.events.map((event) => eventView(event, story.now, language))}</ol>
${waits && html`<p class="muted">${labels.callbackDue(order.callback?.attempts ?? 0)}</p>`}
<p class="links">${links}</p>
</div>`;
}

const stateTone = (state: OrderLine['state']): string =>
  state === 'issued' ? 'good' : state === 'failed' || state === 'cancelled' ? 'bad' : 'muted';

const badEvents = new Set(['failed', 'cancelled', 'not_sent', 'bounced', 'callback_abandoned']);

function eventView(
  { at, event, delivery, times, details: said }: OrderEvent,
  now: Date,
  language: Language,
): Html {
  const labels = storyLabels[language];
  const details = [
    delivery !== null && `${labels.kinds[delivery.kind]}: ${delivery.address}`,
    times > 1 && labels.times(times),
    said,
  ].filter((detail) => detail !== false && detail !== '');
  const tone = badEvents.has(event) ? 'bad' : at > now ? 'later' : '';
  return html`<li class="${tone}"><span class="muted">${moment(at)}</span> <b>${labels.events[event]}</b>${details.length > 0 && html` <span class="detail">${details.join('; ')}</span>`}</li>`;
}

/** Whether more is about to happen by itself. */
export function isLive({ order, now }: Pick<Story, 'order' | 'now'>): boolean {
  if (order.state === 'queued' || order.state === 'obtaining') return true;
  const soon = now.getTime() + soonMs;
  return (
    (order.callback?.state === 'due' && order.callback.dueAt.getTime() <= soon) ||
    order.deliveries.some(({ state, dueAt }) => state === 'due' && dueAt.getTime() <= soon)
  );
}

export const ordersList = (orders: OrderLine[], language: Language): Html =>
  html`<ul class="lines">${orders.map((order) => orderLine(order, language))}</ul>`;

const orderLine = (order: OrderLine, language: Language): Html =>
  html`<li><a href="${inLanguage(storyPath(order.requestId), language)}"><b>${order.title}, ${formatFace(order.faceKopecks, language)}</b> <span class="muted">${moment(order.acceptedAt)}</span> <span class="to ${stateTone(order.state)}">${storyLabels[language].states[order.state]}</span></a></li>`;

export function refusedPage(why: string, language: Language): string {
  const labels = storyLabels[language];
  return plainPage(
    labels.refused(why),
    html`<p class="bad" role="alert">${why}</p>${orderButton(language)}`,
    language,
  );
}

export const missingStoryPage = (language: Language): string =>
  plainPage(storyLabels[language].missing, orderButton(language), language);

function plainPage(title: string, content: Content, language: Language): string {
  const main = html`<p><a href="${inLanguage('/demo', language)}">← ${storyLabels[language].back}</a></p>${content}`;
  return demoFrame({ language, title, path: '/demo', main });
}
