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

export function contactsOf({ support, orderNumber }: GiftView, labels: GiftLabels): Contact[] {
  const help = safeUrl(support.url);
  const phone = support.phone.replaceAll(/[^\d+]/g, '');
  return [
    ...(phone === ''
      ? []
      : [{ label: labels.phone, view: html`<a href="tel:${phone}">${support.phone}</a>` }]),
    ...(isEmailAddress(support.email)
      ? [
          {
            label: labels.email,
            view: html`<a href="${letterOf(support, orderNumber, labels)}">${support.email}</a>`,
          },
        ]
      : []),
    ...(help === null ? [] : [{ label: labels.help, view: link(help, shortUrl(help)) }]),
  ];
}

const letters = new WeakMap<GiftView['support'], WeakMap<GiftLabels, string[]>>();
/** Stands for an order number: written in a link as it is, and in no address. */
const anyNumber = '(number)';
const plainNumber = /^[\d-]+$/;

/** The link to a letter about an order; what all orders of a product have in common is encoded once. */
function letterOf(support: GiftView['support'], orderNumber: string, labels: GiftLabels): Html {
  const letter = (number: string): string =>
    mailto(support.email, labels.brokenSubject(number), labels.brokenText(number));
  if (!plainNumber.test(orderNumber)) return ownIn(letter(orderNumber), orderNumber);
  const known = letters.get(support) ?? new WeakMap<GiftLabels, string[]>();
  letters.set(support, known);
  const between = known.get(labels) ?? letter(anyNumber).split(anyNumber);
  known.set(labels, between);
  return html`${between.map((text, index) => [index > 0 && own(orderNumber), text])}`;
}
