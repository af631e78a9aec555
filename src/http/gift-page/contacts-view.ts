/** Contacts for problems with the certificate; a letter to them contains the order number, and no code. */
import type { GiftView } from '../../certificates/certificate.ts';
import { html, safeUrl, type Html } from '../../platform/text/html.ts';
import { ownIn } from '../../platform/text/own.ts';
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
  const letter = mailto(support.email, labels.brokenSubject(orderNumber), labels.brokenText(orderNumber));
  return [
    ...(phone === ''
      ? []
      : [{ label: labels.phone, view: html`<a href="tel:${phone}">${support.phone}</a>` }]),
    ...(isEmailAddress(support.email)
      ? [{ label: labels.email, view: html`<a href="${ownIn(letter, orderNumber)}">${support.email}</a>` }]
      : []),
    ...(help === null ? [] : [{ label: labels.help, view: link(help, shortUrl(help)) }]),
  ];
}
