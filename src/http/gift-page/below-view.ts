/** The blocks below the sheet, in the design's order: texts on the left, facts on the right. */
import { isChoice, isOver, type GiftView } from '../../certificates/certificate.ts';
import { safeTerms, withAddresses } from '../../certificates/terms.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { own } from '../../platform/text/own.ts';
import type { DesignBlocks } from '../../certificates/templates/design.ts';
import { contactsOf } from './contacts-view.ts';
import { giverView } from './giver-view.ts';
import { placesView } from './places-view.ts';
import type { ShownGift } from './shown-gift.ts';
import type { GiftLabels } from './gift-labels.ts';

type Block = DesignBlocks['below'][number];

/** Longer terms are folded, so that what is below them can be found. */
const maxUnfoldedTerms = 1600;

export function belowView(
  shown: ShownGift,
  language: Language,
  labels: GiftLabels,
  after: Html | false,
): Html {
  const { view, places } = shown;
  const blocks = view.design.blocks.below;
  const wide: Partial<Record<Block, Html | null>> = {
    terms: termsView(view, labels),
    // A choice certificate is spent nowhere, but exchanged.
    places: isChoice(view) ? null : placesView({ places, www: view.www, use: view.use }, language, labels),
  };
  const facts: Partial<Record<Block, Html | false>> = {
    order_number: view.orderNumber !== '' && fact(labels.order, own(view.orderNumber)),
    issuer: view.issuer.name !== '' && fact(labels.issuer, view.issuer.name),
  };
  const listed = blocks.flatMap((block) => facts[block] || []);
  return html`<div class="below">
<div class="wide">${blocks.map((block) => wide[block])}</div>
<aside aria-label="${labels.details}">
${listed.length > 0 && html`<section aria-labelledby="facts-title"><h2 id="facts-title">${labels.details}</h2><dl class="facts">${listed}</dl></section>`}
${blocks.includes('support') && supportView(view, labels)}
${giverView(view, language, labels)}
${after}
</aside>
</div>`;
}

function termsView(view: GiftView, labels: GiftLabels): Html | null {
  const clean = safeTerms(view.termsHtml);
  if (clean === '') return null;
  const terms = html`<div class="rich">${raw(withAddresses(clean))}</div>`;
  if (clean.length <= maxUnfoldedTerms)
    return html`<section aria-labelledby="terms-title"><h2 id="terms-title">${labels.terms}</h2>${terms}</section>`;
  return html`<section><details class="fold terms"><summary><h2>${labels.terms}</h2></summary>${terms}</details></section>`;
}

function supportView(view: GiftView, labels: GiftLabels): Html | null {
  const contacts = contactsOf(view, labels).map((contact) => fact(contact.label, contact.view));
  // If it can no longer be used, the contacts are next to the reason.
  if (contacts.length === 0 || isOver(view)) return null;
  return html`<section class="support" aria-labelledby="support-title"><h2 id="support-title">${labels.broken}</h2><p>${labels.brokenHint}</p><dl class="facts">${contacts}</dl></section>`;
}

const fact = (label: string, content: Html | string): Html =>
  html`<div><dt>${label}</dt><dd>${content}</dd></div>`;
