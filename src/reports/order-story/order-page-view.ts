/** The page of an order, for its client and for the operator: first what happened, beside it what it is and what can be done. */
import type { ShownCallback } from '../../callbacks/find-callback.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { OrderStory } from '../client-order.ts';
import type { OrderMotion } from '../order-motion.ts';
import { at } from '../../web/request-language.ts';
import { livePart } from '../../web/shell/live-part.ts';
import { factsView, timelineView, type Fact } from '../../web/shell/parts-view.ts';
import { hasLetter } from './order-letter.ts';
import { stateView } from './order-labels.ts';
import { storyOf } from './story-view.ts';

export interface OrderPageParts {
  /** Address of the page. */
  path: string;
  title: string;
  story: OrderStory;
  motion: OrderMotion;
  callback: ShownCallback | null;
  wayBack: Html;
  facts: readonly Fact[];
  acts: readonly Content[];
  /** Whether the letter may be looked at, which names its recipient. */
  seesLetter: boolean;
  /** Below the story. */
  more: Content;
}

const texts = {
  ru: {
    story: 'Что было с заказом',
    facts: 'О заказе',
    acts: 'Что можно сделать',
    letter: 'Письмо получателю',
    letterHint: 'Вместо ссылки и кода здесь точки.',
  },
  en: {
    story: 'What happened',
    facts: 'About the order',
    acts: 'What can be done',
    letter: 'Letter to the recipient',
    letterHint: 'Dots stand here for link and code.',
  },
} satisfies Record<Language, object>;

export function orderPageView(parts: OrderPageParts, language: Language): Html {
  const { path, title, story, motion, callback, wayBack, facts, acts, seesLetter, more } = parts;
  const { order } = story;
  const labels = texts[language];
  const state = stateView({ ...order, isRefunded: order.refundedAt !== null }, language);
  const letter = seesLetter && hasLetter(story) && letterView(path, language);
  return html`${wayBack}
<div class="heading"><h1>${title}</h1><p id="order-state" data-live>${state}</p></div>
<div class="story-first"><section class="card" id="order-story" data-live><h2>${labels.story}</h2>${timelineView(storyOf(story, callback, language), language)}</section>
<div class="stack aside" id="order-aside" data-live><section class="card"><h2>${labels.facts}</h2>${factsView(facts)}</section>
${acts.length > 0 && html`<section class="card acts-of-page"><h2>${labels.acts}</h2>${acts}</section>`}</div>
<div class="stack" id="order-more" data-live>${letter}${more}</div></div>${motion.isMoving && orderLive(path, motion, language)}`;
}

/** Asked for while the order is on its way. */
export const orderLive = (path: string, { state }: OrderMotion, language: Language): Html =>
  livePart({ path: `${path}/live`, state, language });

/** The frame is not loaded before it is unfolded. */
function letterView(path: string, language: Language): Html {
  const { letter, letterHint } = texts[language];
  return html`<section class="card"><details><summary>${letter}</summary><p class="hint">${letterHint}</p>
<iframe class="letter" title="${letter}" src="${at(`${path}/letter`, language)}" loading="lazy"></iframe></details></section>`;
}
