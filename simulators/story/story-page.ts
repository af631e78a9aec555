/** The story of one order of the demo, from request to redemption. */
import { html, safeUrl, type Content, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { formatFace } from '../../src/platform/text/formats.ts';
import type { OrderEvent } from '../../src/reports/order-events.ts';
import type { OrderDetails, OrderLine } from '../../src/reports/order-report.ts';
import type { Page } from '../../src/web/frame.ts';
import { at } from '../../src/web/request-language.ts';
import { exactMomentView } from '../../src/web/shell/parts-view.ts';
import { demoFrame, orderButton } from '../demo-frame.ts';
import { demoLabels } from '../demo-labels.ts';
import { personsPath } from '../persons/persons-page.ts';
import { storyLabels } from './story-labels.ts';

export interface Story {
  order: OrderDetails;
  /** Null until a certificate is issued. */
  giftLink: string | null;
  /** What the client's API said instead of the link; null: it was not asked, or answered. */
  refused: string | null;
  /** The demo's time. */
  now: Date;
}

/** The page keeps updating for messages due within this time. */
const soonMs = 10_000;

export const storyPath = (requestId: number): string => `/demo/orders/${requestId}`;

export function storyPage(story: Story, language: Language): Page {
  const labels = storyLabels[language];
  const { requestId } = story.order;
  const main = html`<p><a href="${at('/demo', language)}">← ${labels.back}</a></p>
${storyView(story, language)}
${orderButton(language)}`;
  return demoFrame({ language, title: labels.titleOf(requestId), path: storyPath(requestId), main });
}

/** The events of an order, from its acceptance on; script/live.browser.js updates the page. */
export function storyView(story: Story, language: Language): Html {
  const { order, giftLink, refused } = story;
  const labels = storyLabels[language];
  const gift = safeUrl(giftLink);
  const links = [
    isLive(story) &&
      html`<a href="${at(storyPath(order.requestId), language)}">${demoLabels[language].inbox.refresh}</a>`,
    gift !== null && html`<a href="${gift}">${labels.gift}</a>`,
    html`<a href="${at('/demo/inbox', language)}">${demoLabels[language].inbox.title}</a>`,
    html`<a href="${at(`/demo/callbacks/${order.clientId}`, language)}">${demoLabels[language].callbacks.title}</a>`,
  ];
  const waits = order.callback?.state === 'due' && order.callback.attempts > 0;
  return html`<div class="card story" data-story="${isLive(story) ? 'live' : 'done'}" data-from="${storyPath(order.requestId)}" aria-live="polite">
<p class="story-head"><b>${order.title}, ${formatFace(order.faceKopecks, language)}</b> <span class="state ${stateTone(order.state)}">${labels.states[order.state]}</span></p>
<dl class="facts columns">
<div><dt>${labels.client}</dt><dd>${order.clientId} ${order.client}</dd></div>
<div><dt>${labels.sum}</dt><dd>${formatFace(order.sumKopecks, language)}</dd></div>
${order.orderId !== null && html`<div><dt>${labels.order}</dt><dd>${order.orderId}</dd></div>`}
</dl>
<ol class="timeline">${order.events.map((event) => eventView(event, story.now, language))}</ol>
${waits && html`<p class="muted">${labels.callbackDue(order.callback?.attempts ?? 0)}</p>`}
${refused !== null && html`<p class="notice no">${labels.linkRefused(refused)} <a href="${at(personsPath, language)}">${labels.linkRefusedWay}</a></p>`}
<p class="links">${links}</p>
</div>`;
}

const stateTone = (state: OrderLine['state']): string =>
  state === 'issued' ? 'yes' : state === 'failed' || state === 'cancelled' ? 'no' : 'note';

const badEvents = new Set(['failed', 'cancelled', 'not_sent', 'bounced', 'callback_abandoned']);

function eventView(
  { at: instant, event, delivery, times, details: said }: OrderEvent,
  now: Date,
  language: Language,
): Html {
  const labels = storyLabels[language];
  const details = [
    delivery !== null && `${labels.kinds[delivery.kind]}: ${delivery.address}`,
    times > 1 && labels.times(times),
    said,
  ].filter((detail) => detail !== false && detail !== '');
  const tone = badEvents.has(event) ? 'no' : instant > now ? 'later' : '';
  return html`<li class="${tone}">${exactMomentView(instant, language)} <b>${labels.events[event]}</b>${details.length > 0 && html` <span class="detail">${details.join('; ')}</span>`}</li>`;
}

/** Whether more events are expected without user action. */
function isLive({ order, now }: Pick<Story, 'order' | 'now'>): boolean {
  if (order.state === 'queued' || order.state === 'obtaining') return true;
  const soon = now.getTime() + soonMs;
  return (
    (order.callback?.state === 'due' && order.callback.dueAt.getTime() <= soon) ||
    order.deliveries.some(({ state, dueAt }) => state === 'due' && dueAt.getTime() <= soon)
  );
}

export const ordersList = (orders: OrderLine[], language: Language): Html =>
  html`<ul class="card lines">${orders.map((order) => orderLine(order, language))}</ul>`;

const orderLine = (order: OrderLine, language: Language): Html =>
  html`<li><a href="${at(storyPath(order.requestId), language)}"><b>${order.title}, ${formatFace(order.faceKopecks, language)}</b> <span class="state ${stateTone(order.state)}">${storyLabels[language].states[order.state]}</span> <span class="under">${exactMomentView(order.acceptedAt, language)}</span></a></li>`;

export function refusedPage(why: string, language: Language): Page {
  const labels = storyLabels[language];
  return plainPage(
    labels.refused(why),
    html`<p class="notice no" role="alert">${why}</p>${orderButton(language)}`,
    language,
  );
}

export const missingStoryPage = (language: Language): Page =>
  plainPage(storyLabels[language].missing, orderButton(language), language);

function plainPage(title: string, content: Content, language: Language): Page {
  const main = html`<p><a href="${at('/demo', language)}">← ${storyLabels[language].back}</a></p>${content}`;
  return demoFrame({ language, title, path: '/demo', main });
}
