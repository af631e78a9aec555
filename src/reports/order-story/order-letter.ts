/** The letter that brought a recipient the certificate. */
import { findGifts } from '../../certificates/find-gift.ts';
import { inlineLogo } from '../../certificates/looks/client-look.ts';
import type { Context } from '../../context.ts';
import { giftLetter } from '../../messaging/letters/gift/gift-letter.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import type { OrderStory } from '../client-order.ts';
import type { FramedLetter } from '../../web/shell/framed-letter.ts';

/** Stands where the code stood. */
const hiddenCode = { number: '••••••••', pin: '' };

/** The letter that was sent, without what opens the certificate; null: none was issued. */
export async function orderLetter(
  { pageDb, config }: Pick<Context, 'pageDb' | 'config'>,
  key: RequestKey,
  now: Date,
): Promise<FramedLetter | null> {
  const [gift] = await findGifts(pageDb, [key], now);
  if (!gift) return null;
  const { view, codeInLetter } = gift;
  const { html } = giftLetter({
    view,
    link: `${config.baseUrl}/g/…`,
    code: codeInLetter ? hiddenCode : null,
    language: view.language,
    picture: view.pictureUrl,
    logo: view.clientLook?.logo ? inlineLogo(view.clientLook.logo.png) : null,
  });
  return { html, pictureUrl: view.pictureUrl };
}

/** Whether one is known that still has its recipient. */
export const hasLetter = ({ order, deliveries }: OrderStory): boolean =>
  order.erasedAt === null &&
  deliveries.some(({ channel, kind }) => channel === 'email' && kind === 'certificate');
