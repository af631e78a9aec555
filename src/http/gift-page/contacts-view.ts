import type { GiftView } from '../../delivery/certificate-view.ts';
import { html, safeUrl, type Html } from '../../platform/web/html.ts';
import { isEmail, link, mailto, shortUrl } from './link-view.ts';
import type { GiftWords } from './words.ts';

export interface Contact {
  label: string;
  view: Html;
}

/** Who helps where something is wrong with the certificate; a letter to them names the order, and no code. */
export function contactsOf({ support, orderNumber }: GiftView, words: GiftWords): Contact[] {
  const help = safeUrl(support.url);
  const phone = support.phone.replaceAll(/[^\d+]/g, '');
  const letter = mailto(support.email, words.brokenSubject(orderNumber), words.brokenText(orderNumber));
  return [
    ...(phone === ''
      ? []
      : [{ label: words.phone, view: html`<a href="tel:${phone}">${support.phone}</a>` }]),
    ...(isEmail(support.email)
      ? [{ label: words.email, view: html`<a href="${letter}">${support.email}</a>` }]
      : []),
    ...(help === null ? [] : [{ label: words.help, view: link(help, shortUrl(help)) }]),
  ];
}
