/** What letters show of the client through which a gift came. */
import type { GiftView } from '../../certificates/certificate.ts';
import { siteName } from '../../certificates/looks/client-look.ts';
import { html, safeUrl, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';

const logoHeight = 56;

/** Its logo, which has a white ground of its own: mail programs in dark mode do not change pictures. */
export function logoRow({ clientLook }: GiftView, source: string | null, isBelow: boolean): Html | null {
  const isHere = source !== null && /^(?:cid:|data:image\/png;base64,)/.test(source);
  const address = isHere ? source : safeUrl(source);
  if (!clientLook?.logo || address === null) return null;
  const { width, height } = clientLook.logo;
  const shown = Math.round((width * logoHeight) / height);
  return html`<tr><td class="pad" bgcolor="#ffffff" style="padding:16px 36px;background:#ffffff;border-radius:${isBelow ? '0' : '16px 16px 0 0'}"><img src="${address}" alt="${clientLook.senderName}" width="${shown}" height="${logoHeight}" style="display:block;width:${shown}px;max-width:100%;height:auto;border:0;color:#241d16"></td></tr>`;
}

/** Lines of the client: its footer and its contacts, one line each. */
export function giverLines({ clientLook }: GiftView, language: Language, label: string): string[] {
  if (!clientLook) return [];
  const { senderName, words, support, site } = clientLook;
  const contacts = [senderName, support.phone, support.email, siteName(site)].filter((part) => part !== '');
  return [
    ...words[language].footer.split('\n').filter((line) => line !== ''),
    ...(contacts.length === 0 ? [] : [`${label}: ${contacts.join(' · ')}`]),
  ];
}

/** How the sender of a letter is called; its address stays ours, or mail servers would take the letter for a forged one. */
export function senderOf(ours: string, { clientLook }: GiftView): string {
  const name = clientLook?.senderName ?? '';
  if (name === '') return ours;
  const [, address = ours] = /<([^<>]+)>\s*$/.exec(ours) ?? [];
  return `"${name.replaceAll(/["\\\r\n]/g, '')}" <${address.trim()}>`;
}
