/** Contacts for problems with the certificate; a letter to them contains the order number, and no code. */
import type { GiftView } from '../../certificates/certificate.ts';
import { html, safeUrl, type Html } from '../../platform/text/html.ts';
import { own, ownIn } from '../../platform/text/own.ts';
import { link, mailto, shortUrl } from './link-view.ts';
import type { GiftLabels } from './gift-labels.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

export interface Contact {
  label: string;
  view: Html;
}

/** What all gifts of a product have in common: only the letter says the number of its order. */
interface Known {
  before: Contact[];
  /** The text of the letter's link around the number; null: there is no address. */
  letter: readonly string[] | null;
  after: Contact[];
}

const knownBy = new WeakMap<GiftView['support'], WeakMap<GiftLabels, Known>>();

export function contactsOf(
  { support, orderNumber }: Pick<GiftView, 'support' | 'orderNumber'>,
  labels: GiftLabels,
): Contact[] {
  const byLabels = knownBy.get(support) ?? new WeakMap<GiftLabels, Known>();
  knownBy.set(support, byLabels);
  const known = byLabels.get(labels) ?? commonOf(support, labels);
  byLabels.set(labels, known);
  const { before, letter, after } = known;
  if (letter === null) return [...before, ...after];
  const address = plainNumber.test(orderNumber)
    ? html`${letter.map((text, index) => [index > 0 && own(orderNumber), text])}`
    : ownIn(letterOf(support.email, orderNumber, labels), orderNumber);
  const view = html`<a href="${address}">${support.email}</a>`;
  return [...before, { label: labels.email, view }, ...after];
}

/** Stands for an order number: written in a link as it is, and in no address. */
const anyNumber = '(number)';
const plainNumber = /^[\d-]+$/;

function commonOf({ phone, email, url }: GiftView['support'], labels: GiftLabels): Known {
  const help = safeUrl(url);
  const called = phone.replaceAll(/[^\d+]/g, '');
  return {
    before: called === '' ? [] : [{ label: labels.phone, view: html`<a href="tel:${called}">${phone}</a>` }],
    letter: isEmailAddress(email) ? letterOf(email, anyNumber, labels).split(anyNumber) : null,
    after: help === null ? [] : [{ label: labels.help, view: link(help, shortUrl(help)) }],
  };
}

const letterOf = (email: string, number: string, labels: GiftLabels): string =>
  mailto(email, labels.brokenSubject(number), labels.brokenText(number));
