import type { GiftView } from '../../delivery/certificate-view.ts';
import { html, type Content, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { dateWords, momentWords } from '../../platform/web/words.ts';
import { contactsOf } from './contacts-view.ts';
import type { EndWords, GiftWords } from './words.ts';

/** How a certificate came to its end, in words. */
interface End {
  words: EndWords;
  /** The day that stands on the stamp; null where it is not known or says nothing. */
  at: Date | null;
  told: string;
}

function endOf(view: GiftView, language: Language, { ends }: GiftWords): End | null {
  const { state, redeemedAt, redeemedAtTill, expiresAt, refundedAt } = view;
  const end = (name: keyof typeof ends, at: Date | null, told: string): End => ({
    words: ends[name],
    at,
    told,
  });
  if (state === 'redeemed' && redeemedAt !== null)
    return end('redeemed', redeemedAt, ends.redeemed.told(momentWords(redeemedAt, language), redeemedAtTill));
  if (state === 'expired' && expiresAt !== null)
    return end('expired', expiresAt, ends.expired.told(dateWords(expiresAt, language)));
  if (state !== 'blocked') return null;
  return refundedAt === null
    ? end('blocked', null, ends.blocked.told())
    : end('refunded', refundedAt, ends.refunded.told(dateWords(refundedAt, language)));
}

/** What nobody can pay with any more says so across its picture. */
export function stampView(view: GiftView, language: Language, words: GiftWords): Html | null {
  const end = endOf(view, language, words);
  if (end === null) return null;
  return html`<p class="stamp"><b>${end.words.stamp}</b>${end.at !== null && html`<span>${dateWords(end.at, language)}</span>`}</p>`;
}

/** What the state of a certificate means for its reader, and whom to ask. */
export function stateNotes(view: GiftView, language: Language, refused: boolean, words: GiftWords): Html[] {
  const end = endOf(view, language, words);
  return [
    ...(end === null ? [] : [endNote(end, view, words)]),
    ...plainNotes(view, refused, words).map((text) => note('note', text)),
  ];
}

function endNote({ words: { ask, askNobody }, told }: End, view: GiftView, words: GiftWords): Html {
  const contacts = contactsOf(view, words);
  const asked = contacts.map(({ view: contact }, index) => html`${index > 0 && ', '}${contact}`);
  const help =
    contacts.length > 0 ? html`<p>${ask} ${asked}</p>` : askNobody !== '' && html`<p>${askNobody}</p>`;
  return html`<div class="end"><p>${told}</p>${help}</div>`;
}

function plainNotes({ state, sample }: GiftView, refused: boolean, words: GiftWords): string[] {
  const texts: string[] = [];
  if (state === 'awaiting-activation') texts.push(words.awaiting);
  else if (state === 'closed-until-activation') texts.push(words.closed);
  else if (state === 'active' && refused) texts.push(words.unavailable);
  if (sample) texts.push(words.sampleNote);
  return texts;
}

const note = (kind: string, content: Content): Html => html`<p class="${kind}">${content}</p>`;
