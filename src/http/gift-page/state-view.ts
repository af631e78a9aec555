import type { GiftView } from '../../certificates/certificate-view.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatDate, formatMoment } from '../../platform/text/formats.ts';
import { contactsOf } from './contacts-view.ts';
import type { EndLabels, GiftLabels } from './gift-labels.ts';

/** How a certificate ended, as text. */
interface End {
  text: EndLabels;
  /** The date on the stamp; null if unknown or not useful. */
  at: Date | null;
  told: string;
}

function endOf(view: GiftView, language: Language, { ends }: GiftLabels): End | null {
  const { state, redeemedAt, redeemedAtTill, expiresAt, refundedAt } = view;
  const end = (name: keyof typeof ends, at: Date | null, told: string): End => ({
    text: ends[name],
    at,
    told,
  });
  if (state === 'redeemed' && redeemedAt !== null)
    return end(
      'redeemed',
      redeemedAt,
      ends.redeemed.told(formatMoment(redeemedAt, language), redeemedAtTill),
    );
  if (state === 'expired' && expiresAt !== null)
    return end('expired', expiresAt, ends.expired.told(formatDate(expiresAt, language)));
  if (state !== 'blocked') return null;
  return refundedAt === null
    ? end('blocked', null, ends.blocked.told())
    : end('refunded', refundedAt, ends.refunded.told(formatDate(refundedAt, language)));
}

/** The stamp across the picture of a certificate that can no longer be used. */
export function stampView(view: GiftView, language: Language, text: GiftLabels): Html | null {
  const end = endOf(view, language, text);
  if (end === null) return null;
  return html`<p class="stamp"><b>${end.text.stamp}</b>${end.at !== null && html`<span>${formatDate(end.at, language)}</span>`}</p>`;
}

/** What the state of a certificate means for its reader, and whom to contact. */
export function stateNotes(view: GiftView, language: Language, refused: boolean, text: GiftLabels): Html[] {
  const end = endOf(view, language, text);
  return [
    ...(end === null ? [] : [endNote(end, view, text)]),
    ...plainNotes(view, refused, text).map((said) => html`<p class="notice">${said}</p>`),
  ];
}

function endNote({ text: { ask, askNobody }, told }: End, view: GiftView, text: GiftLabels): Html {
  const contacts = contactsOf(view, text);
  const asked = contacts.map(({ view: contact }, index) => html`${index > 0 && ', '}${contact}`);
  const help =
    contacts.length > 0 ? html`<p>${ask} ${asked}</p>` : askNobody !== '' && html`<p>${askNobody}</p>`;
  return html`<div class="end"><p>${told}</p>${help}</div>`;
}

function plainNotes({ state, sample }: GiftView, refused: boolean, text: GiftLabels): string[] {
  const texts: string[] = [];
  if (state === 'awaiting-activation') texts.push(text.awaiting);
  else if (state === 'closed-until-activation') texts.push(text.closed);
  else if (state === 'active' && refused) texts.push(text.unavailable);
  if (sample) texts.push(text.sampleNote);
  return texts;
}
