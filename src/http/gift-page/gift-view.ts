/** The gift before and after its button was pressed. */
import { greetingIn, isChoice, isOver, titleIn, type GiftView } from '../../certificates/certificate.ts';
import { googleSaveOrigin } from '../../certificates/documents/wallet/wallets.ts';
import { plainLine } from '../../certificates/terms.ts';
import { html, type Html } from '../../platform/text/html.ts';
import { own } from '../../platform/text/own.ts';
import type { Page } from '../../web/frame.ts';
import { at } from '../../web/request-language.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatDate, formatFace } from '../../platform/text/formats.ts';
import type { DesignBlocks } from '../../certificates/templates/design.ts';
import { belowView } from './below-view.ts';
import { codeView } from './code-view.ts';
import { designStyle } from './design-style.ts';
import { giftLayout, openedStyle, sheetStyle } from './layout.ts';
import { giverLogo } from './giver-view.ts';
import { mailto } from './link-view.ts';
import { keepingView } from './keeping-view.ts';
import { bearsTitle, pictureView } from './picture-view.ts';
import type { ShownGift, ShownOpen } from './shown-gift.ts';
import { endView, stateNotes } from './state-view.ts';
import { timeLeft } from './time-left.ts';
import type { GiftLabels } from './gift-labels.ts';
import { labelsOf } from './labels.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

const maxBriefLength = 240;
const longFaceLength = 10;

export interface GiftPage {
  shown: ShownGift | ShownOpen;
  language: Language;
  /** `/g/<token>`, without a query. */
  path: string;
  /** The button was pressed, and the code could not be opened. */
  refused: boolean;
}

export function renderGift(page: GiftPage): Page {
  const { shown, language, path, refused } = page;
  const { view } = shown;
  const labels = labelsOf(view.design, language);
  const open = 'code' in shown ? shown : null;
  const address = own(path);
  const styles = [sheetStyle, ...(open === null ? [] : [openedStyle]), designStyle(shown)];
  const greeting = view.design.blocks.head.includes('greeting') && greetingView(view, open, language, labels);
  const main = html`<article class="card${open !== null && ' opened'}${isOver(view) && ' over'}">
${pictureView(shown, language, labels)}
<div class="body">
${endView(view, language, labels)}
${introView(shown, language, labels)}
${open === null && greeting}
<div class="side">
${view.design.blocks.head.map((block) => headBlock(block, page, labels))}
${stateNotes(view, own(at(path, language)), refused, labels)}
${isChoice(view) && !isOver(view) ? choiceLink(page, labels) : open === null && !isClosed(view) && revealForm(view, address, language, labels)}
</div>
</div>
${open !== null && codeView({ open, over: isOver(view), language, address, keeping: keepingView(open, styles, labels) }, labels)}
${open !== null && greeting}
</article>
${belowView(shown, language, labels, open !== null && !isOver(view) && resendView(open, address, language, labels))}`;
  const title = `${labels.certificate} — ${titleIn(view, language)}`;
  return giftLayout({
    language,
    title,
    path,
    main,
    footer: foot(view),
    styles,
    scripts: open !== null,
    ...(open === null && { preview: { pictureUrl: shown.picture?.previewUrl ?? null } }),
    formTargets: open?.wallets.includes('google') === true ? [googleSaveOrigin] : [],
    labels,
  });
}

const isClosed = ({ state, codeErased }: GiftView): boolean =>
  state === 'blocked' || state === 'closed-until-activation' || codeErased;

/** Giver, recipient and product, unless the picture above already shows them. */
function introView(shown: ShownGift, language: Language, labels: GiftLabels): Html | null {
  const { view } = shown;
  const title = bearsTitle(shown, language) ? null : html`<h1>${titleIn(view, language)}</h1>`;
  const parts = [giverLogo(view), eyebrow(view, labels), title, brief(view)].filter((part) => part !== null);
  return parts.length === 0 ? null : html`<div class="intro">${parts}</div>`;
}

function eyebrow(view: GiftView, labels: GiftLabels): Html | null {
  const { senderName: sender, recipientName: recipient } = view;
  if (sender !== '' && recipient !== '')
    return html`<p class="eyebrow">${own(labels.giftFromFor(sender, recipient))}</p>`;
  if (sender !== '') return html`<p class="eyebrow">${own(labels.giftFrom(sender))}</p>`;
  return recipient === '' ? null : html`<p class="eyebrow">${own(labels.giftFor(recipient))}</p>`;
}

/** Catalogues have entities and markup even in this line. */
function brief(view: GiftView): Html | null {
  const text = plainLine(view.brief);
  if (text === '') return null;
  const short =
    text.length <= maxBriefLength
      ? text
      : `${text
          .slice(0, maxBriefLength)
          .replace(/\s\S*$/, '')
          .trimEnd()}…`;
  return html`<p class="brief">${short}</p>`;
}

function headBlock(
  block: DesignBlocks['head'][number],
  { shown, language }: GiftPage,
  labels: GiftLabels,
): Html | null {
  if (block === 'greeting') return null;
  if (block === 'validity')
    return isOver(shown.view) ? null : html`<p class="until">${validity(shown, language, labels)}</p>`;
  const { faceKopecks, leftKopecks } = shown.view;
  const face = formatFace(faceKopecks, language);
  if (leftKopecks !== null) {
    const left = formatFace(leftKopecks, language);
    return html`<p class="${left.length > longFaceLength ? 'face long' : 'face'}">${own(left)} <span class="rest">${own(labels.leftOf(face))}</span></p>`;
  }
  return html`<p class="${face.length > longFaceLength ? 'face long' : 'face'}"><span class="quiet">${labels.faceLabel}: </span>${own(face)}</p>`;
}

function validity({ view, now }: ShownGift, language: Language, labels: GiftLabels): Html | string {
  if (view.expiresAt === null) return labels.unlimited;
  const date = formatDate(view.expiresAt, language);
  const left = timeLeft(view.expiresAt, now, language);
  return html`${own(labels.validUntil(date))}${left !== null && html`<span class="${left.soon ? 'left soon' : 'left'}">${own(left.text)}</span>`}`;
}

/** A choice certificate shows no number, as no till takes it: it is exchanged for others. */
function choiceLink({ shown, path, language }: GiftPage, labels: GiftLabels): Html {
  const address = own(at(path.replace('/g/', '/x/'), language));
  return shown.view.leftKopecks === 0
    ? html`<p><a class="button look-up" href="${address}">${labels.lookChosen}</a></p>`
    : html`<p><a class="button reveal" href="${address}">${labels.choose}</a></p>
<p class="hint">${labels.chooseHint}</p>`;
}

/** The number of a used certificate is one step away, for people who keep records. */
const revealForm = (view: GiftView, address: Html, language: Language, labels: GiftLabels): Html =>
  isOver(view)
    ? html`<form method="post" action="${address}?lang=${language}"><button class="button look-up">${labels.lookUp}</button></form>`
    : html`<form method="post" action="${address}?lang=${language}"><button class="button reveal">${labels.reveal}</button></form>
<p class="hint">${labels.revealHint}</p>`;

/**
 * Sealed, the greeting leads to the button; opened, the code comes first. The thank-you letter is sent from the
 * reader's own mailbox to the Reply-To address of the gift's letter.
 */
function greetingView(
  view: GiftView,
  open: ShownOpen | null,
  language: Language,
  labels: GiftLabels,
): Html | false {
  const thanks =
    open !== null &&
    isEmailAddress(open.giverEmail) &&
    html`<a class="button thanks" href="${own(mailto(open.giverEmail, labels.thankSubject, labels.thankText(titleIn(view, language))))}">${labels.thank}</a>`;
  const greeting = greetingIn(view, language);
  if (greeting === '' && thanks === false) return false;
  return html`<div class="greeting">${greeting !== '' && html`<blockquote>${own(greeting)}</blockquote>`}${thanks}</div>`;
}

const resendView = (
  { sentTo }: ShownOpen,
  address: Html,
  language: Language,
  labels: GiftLabels,
): Html | false =>
  sentTo.length > 0 &&
  html`<section class="resend online" aria-labelledby="resend-title"><h2 id="resend-title">${labels.resend}</h2><p>${own(labels.resendTo(sentTo.join(', ')))}</p><form method="post" action="${address}/resend?lang=${language}"><button class="button">${labels.resendButton}</button></form></section>`;

function foot(view: GiftView): Html | null {
  const { name, legalAddress } = view.issuer;
  const text = [name, legalAddress].filter((part) => part !== '').join(', ');
  const shown = view.design.blocks.below.includes('issuer') && text !== '';
  return shown ? html`<footer><p>${text}</p></footer>` : null;
}
