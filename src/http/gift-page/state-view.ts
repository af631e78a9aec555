/** What a gift page says of a certificate that ended: stamp and notes. */
import type { GiftView } from '../../certificates/certificate.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { own } from '../../platform/text/own.ts';
import { formatDate, formatMoment } from '../../platform/text/formats.ts';
import { contactsOf } from './contacts-view.ts';
import type { EndLabels, GiftLabels, NoteLabels } from './gift-labels.ts';

/** How a certificate ended, as text. */
interface End {
  text: EndLabels;
  /** The date on the stamp; null if unknown or not useful. */
  at: Date | null;
  sentence: string;
}

function endOf(view: GiftView, language: Language, { ends }: GiftLabels): End | null {
  const { state, redeemedAt, redeemedAtTill, expiresAt, refundedAt } = view;
  const end = (name: keyof typeof ends, at: Date | null, sentence: string): End => ({
    text: ends[name],
    at,
    sentence,
  });
  if (state === 'redeemed' && redeemedAt !== null)
    return end(
      'redeemed',
      redeemedAt,
      ends.redeemed.sentence(formatMoment(redeemedAt, language), redeemedAtTill),
    );
  if (state === 'expired' && expiresAt !== null)
    return end('expired', expiresAt, ends.expired.sentence(formatDate(expiresAt, language)));
  if (state !== 'blocked') return null;
  return refundedAt === null
    ? end('blocked', null, ends.blocked.sentence())
    : end('refunded', refundedAt, ends.refunded.sentence(formatDate(refundedAt, language)));
}

/** The stamp across the picture of a certificate that can no longer be used. */
export function stampView(view: GiftView, language: Language, text: GiftLabels): Html | null {
  const end = endOf(view, language, text);
  if (end === null) return null;
  return html`<p class="stamp"><b>${end.text.stamp}</b>${end.at !== null && html`<span>${own(formatDate(end.at, language))}</span>`}</p>`;
}

/** What has ended a certificate, and whom to ask about it; the first thing on its page. Null: it has not ended. */
export function endView(view: GiftView, language: Language, text: GiftLabels): Html | null {
  const end = endOf(view, language, text);
  if (end === null) return null;
  const { ask, askNobody } = end.text;
  const contacts = contactsOf(view, text).map(
    ({ label, view: contact }) => html`<div><dt>${label}</dt><dd>${contact}</dd></div>`,
  );
  const help =
    contacts.length > 0
      ? html`<p>${ask}</p><dl class="facts">${contacts}</dl>`
      : askNobody !== '' && html`<p>${askNobody}</p>`;
  return html`<div class="end"><p><b>${end.text.title}</b><br>${own(end.sentence)}</p>${help}</div>`;
}

/** What the state of a certificate that has not ended means for its reader. */
export function stateNotes(view: GiftView, address: Html, refused: boolean, text: GiftLabels): Html[] {
  const { state, sample } = view;
  const notes: Html[] = [];
  if (state === 'awaiting-activation') notes.push(note(text.awaiting));
  if (state === 'closed-until-activation') {
    notes.push(note(text.closed), html`<a class="button look-up" href="${address}">${text.lookAgain}</a>`);
  }
  if (state === 'active' && refused) notes.push(html`<p class="notice">${text.unavailable}</p>`);
  if (sample) notes.push(html`<p class="notice">${text.sampleNote}</p>`);
  return notes;
}

const note = ({ title, text }: NoteLabels): Html => html`<p class="notice"><b>${title}</b> ${text}</p>`;
