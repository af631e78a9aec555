import type { Context } from '../../context.ts';
import { giftLetter, type Letter } from '../letters/gift/gift-letter.ts';
import { reminderLetter } from '../letters/reminder/reminder-letter.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import { automaticHeaders, type Attachment, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { deliveryMark } from './delivery-mark.ts';
import type { FoundGift } from '../../certificates/find-gift.ts';
import { openFoundGift } from '../../certificates/open-gift.ts';
import { pictureType, productPicture } from '../../documents/pictures/product-picture.ts';
import { giftToken, receivingLink } from '../texts/receiving-link.ts';
import type { DeliveryKind } from '../queue/schedule.ts';

type LetterContext = Pick<Context, 'config' | 'db' | 'keyring' | 'clock' | 'http'>;

const pictureId = 'picture@facevalue';

/** Builds the letter of one delivery: the gift or a reminder. */
export async function makeLetter(
  ctx: LetterContext,
  gift: FoundGift,
  { address: to, kind, round }: { address: string; kind: DeliveryKind; round: number },
): Promise<OutgoingLetter> {
  const { clientId, requestId } = gift.view;
  const { baseUrl, smtp } = ctx.config;
  const mark = deliveryMark(ctx.keyring, { clientId, requestId, kind, round });
  const token = giftToken(ctx.keyring, clientId, requestId);
  const link = inLanguage(receivingLink(baseUrl, token), gift.view.language);
  return {
    ...(await (kind === 'reminder' ? writeReminder(ctx, gift, link) : writeGift(ctx, gift, link))),
    from: smtp.from,
    to,
    replyTo: gift.senderEmail === '' ? undefined : gift.senderEmail,
    // A retry of the same delivery is the same letter; a resend is a new one, because mail servers would drop a
    // duplicate Message-ID.
    messageId: `${mark}@${mailDomain(smtp.from)}`,
    bounceMark: mark,
    headers: automaticHeaders,
  };
}

type Written = Letter & { attachments: Attachment[] };

/** The code is opened (and the reading recorded) only if the product's letters contain it. */
async function writeGift(ctx: LetterContext, gift: FoundGift, link: string): Promise<Written> {
  const code = gift.codeInLetter
    ? ((await openFoundGift(ctx, gift, { reader: 'letter', address: '' }))?.code ?? null)
    : null;
  const { view } = gift;
  const { picture, attachments } = await letterPicture(ctx, view.pictureUrl);
  return { ...giftLetter({ view, link, code, language: view.language, picture }), attachments };
}

function writeReminder({ clock }: LetterContext, { view }: FoundGift, link: string): Written {
  if (view.expiresAt === null) throw new Error('A certificate without an end has no reminders.');
  const { expiresAt, language } = view;
  return { ...reminderLetter({ view, expiresAt, link, language, now: clock.now() }), attachments: [] };
}

interface LetterPicture {
  picture: string | null;
  attachments: Attachment[];
}

/** A picture at a public https address is linked; any other is attached, because mail programs could not load it. */
async function letterPicture(ctx: LetterContext, url: string | null): Promise<LetterPicture> {
  const none = { picture: null, attachments: [] };
  if (url === null) return none;
  if (url.startsWith('https:')) return { picture: url, attachments: [] };
  const bytes = await productPicture(ctx, url);
  const type = bytes === null ? null : pictureType(bytes);
  if (bytes === null || type === null) return none;
  const name = type === 'image/png' ? 'picture.png' : 'picture.jpg';
  return { picture: `cid:${pictureId}`, attachments: [{ name, type, bytes, contentId: pictureId }] };
}
