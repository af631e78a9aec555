/** The part of a gift page about the client through which the gift came: logo, footer and contacts. */
import type { GiftView } from '../../certificates/certificate.ts';
import { siteName } from '../../certificates/looks/client-look.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { contactsOf } from './contacts-view.ts';
import type { GiftLabels } from './gift-labels.ts';
import { link } from './link-view.ts';

/** The height of the logo in style/sheet.css. */
const logoHeight = 56;

/** The line below says its name, unless a person is named there. */
export function giverLogo({ clientLook, senderName }: GiftView): Html | null {
  if (!clientLook?.logo) return null;
  const { path, width, height } = clientLook.logo;
  const name = clientLook.senderName === senderName ? '' : clientLook.senderName;
  return html`<p><img class="logo" src="${path}" alt="${name}" width="${Math.round((width * logoHeight) / height)}" height="${logoHeight}" decoding="async"></p>`;
}

export function giverView(view: GiftView, language: Language, labels: GiftLabels): Html | null {
  const { clientLook, orderNumber } = view;
  if (!clientLook) return null;
  const { senderName, words, support, site } = clientLook;
  const { footer } = words[language];
  const contacts = contactsOf({ support, orderNumber }, labels);
  const address = site === '' ? [] : [{ label: labels.site, view: link(site, siteName(site)) }];
  const facts = [...contacts, ...address].map(
    (contact) => html`<div><dt>${contact.label}</dt><dd>${contact.view}</dd></div>`,
  );
  const texts = [senderName, footer].filter((text) => text !== '');
  if (texts.length === 0 && facts.length === 0) return null;
  return html`<section class="support" aria-labelledby="giver-title"><h2 id="giver-title">${labels.giver}</h2>${texts.map((text) => html`<p class="lines">${text}</p>`)}${facts.length > 0 && html`<dl class="facts">${facts}</dl>`}</section>`;
}
