/** Sends due letters, as many at once as the mail server accepts connections. */
import type { Context } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import { noteFailure, type Worker } from '../../platform/process/loop.ts';
import { automaticHeaders, type Attachment, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { mailConnections, slowMailConnections } from '../../platform/mail/letter-limits.ts';
import { traceIdOf } from '../../platform/tracing/tracing.ts';
import { sharedPlaces, type PlaceHolder } from '../../platform/batching/shared-places.ts';
import type { ClaimedDelivery, Delivering, DeliveryContext } from '../queue/delivery-channel.ts';
import { createDeliveryQueue, keyOf } from '../queue/delivery-queue.ts';
import { codeOfDelivery } from '../confirmations/confirmation-code.ts';
import { dropLateConfirmations } from '../confirmations/drop-late-confirmations.ts';
import { createRecorder } from '../queue/record-deliveries.ts';
import { traced, tracePart } from '../queue/trace-delivery.ts';
import { giftLetter } from '../letters/gift/gift-letter.ts';
import { senderOf } from '../letters/giver.ts';
import { confirmationLetter } from '../letters/confirmation/confirmation-letter.ts';
import type { Letter } from '../letters/layout.ts';
import { reminderLetter } from '../letters/reminder/reminder-letter.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { deliveryMark } from './delivery-mark.ts';
import { createLetterTurns, domainOf, type LetterTurns } from './letter-turns.ts';
import type { FoundGift, LinkedGift } from '../../certificates/find-gift.ts';
import { openFoundGift } from '../../certificates/open-gift.ts';
import { pictureType, productPicture } from '../../certificates/documents/pictures/product-picture.ts';
import { giftToken, receivingLink } from '../../certificates/gift-link.ts';
import { withDetails } from '../../platform/mail/mailer.ts';

/** Per connection one letter is being sent while the next is prepared, so that no connection waits for the database. */
const lettersInHand = 2 * mailConnections;
/** Leases are renewed while a letter is sent, which may take long: its server has ten minutes to answer. */
const leaseSeconds = 240;
const usuallyRenewedMs = 60_000;
/** Pause before a letter is tried again that waited for earlier ones to the same domain. */
const putOffMs = 60_000;

type DelivererContext = DeliveryContext & Pick<Context, 'mailer'>;

/** What the queues of all cells share. */
export interface LetterLimits {
  turns: LetterTurns;
  inHand: () => PlaceHolder;
}

export const letterLimits = (): LetterLimits => ({
  turns: createLetterTurns(),
  inHand: sharedPlaces(lettersInHand + slowMailConnections),
});

export function createDeliverer(
  ctx: DelivererContext,
  limits: LetterLimits = letterLimits(),
  renewedEveryMs = usuallyRenewedMs,
): Worker {
  const { turns } = limits;
  return createDeliveryQueue(ctx, {
    channel: 'email',
    name: 'deliver',
    leaseSeconds,
    places: limits.inHand(),
    async admit(claimId, claimed) {
      const now = ctx.clock.now();
      const wanted = await dropBouncedReminders(ctx.db, claimId, claimed, now);
      return dropLateConfirmations(ctx.db, { claimId, channel: 'email' }, wanted, now);
    },
    capacity: (inFlight) => (ctx.mailer.isUp() ? lettersInHand + turns.slow() - inFlight : 0),
    renewal: { everyMs: renewedEveryMs },
    async send(delivering) {
      const startMs = performance.now();
      const letter = await writeLetter(ctx, delivering);
      tracePart(ctx.tracing, delivering, { name: 'render', startMs });
      if (letter === null) return { is: 'failed', details: 'letter not made' };
      const outcome = await turns.within(domainOf(letter.to), () =>
        traced(ctx.tracing, delivering, async () => withDetails(await ctx.mailer.send(letter))),
      );
      if (outcome === null) await putOff(ctx.db, delivering, new Date(ctx.clock.now().getTime() + putOffMs));
      return outcome;
    },
    record: createRecorder(ctx, 'deliver'),
  });
}

/** Puts off a letter that was not tried. */
async function putOff(db: Database, { delivery, claimId }: Delivering, until: Date): Promise<void> {
  await db.query(
    `update deliveries set due_at = $3, attempts = attempts - 1, claim_id = null, leased_until = null
     where client_id = $1 and request_id = $2 and claim_id = $4 and state = 'due' and channel = 'email' and kind = $5 and round = $6`,
    [delivery.client_id, delivery.request_id, until, claimId, delivery.kind, delivery.round],
  );
}

/** Ends claimed reminders to addresses from which the certificate bounced; returns all other deliveries. */
async function dropBouncedReminders(
  db: Database,
  claimId: string,
  claimed: ClaimedDelivery[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  if (!claimed.some(({ kind }) => kind === 'reminder')) return claimed;
  const { rows } = await db.query<{ client_id: number; request_id: number; round: number }>(
    `update deliveries reminder
     set state = 'dropped', due_at = $2, last_error = 'the certificate came back from this address',
         claim_id = null, leased_until = null
     where claim_id = $1 and kind = 'reminder' and exists (
       select from deliveries sent
       where sent.client_id = reminder.client_id and sent.request_id = reminder.request_id
         and sent.channel = 'email' and sent.kind = 'certificate' and sent.address = reminder.address
         and sent.report = 'undelivered')
     returning client_id, request_id, round`,
    [claimId, now],
  );
  return claimed.filter(
    (delivery) =>
      delivery.kind !== 'reminder' ||
      !rows.some(
        (row) =>
          row.client_id === delivery.client_id &&
          row.request_id === delivery.request_id &&
          row.round === delivery.round,
      ),
  );
}

async function writeLetter(
  ctx: DelivererContext,
  { delivery, gift }: Delivering,
): Promise<OutgoingLetter | null> {
  try {
    return await makeLetter(ctx, gift, delivery);
  } catch (problem) {
    const trace_id = traceIdOf(ctx.tracing, keyOf(delivery));
    noteFailure(ctx.log, problem, { what: 'letter not made', details: { ...keyOf(delivery), trace_id } });
    return null;
  }
}

type LetterContext = Pick<Context, 'config' | 'db' | 'keyring' | 'clock' | 'http'>;

type LetterDelivery = Pick<ClaimedDelivery, 'address' | 'kind' | 'round'>;

const pictureId = 'picture@facevalue';

/** Builds the letter of one delivery: the gift, a reminder, or a code for an exchange. */
async function makeLetter(
  ctx: LetterContext,
  gift: LinkedGift,
  delivery: LetterDelivery,
): Promise<OutgoingLetter> {
  const { address: to, kind, round } = delivery;
  const { clientId, requestId } = gift.view;
  const { smtp } = ctx.config;
  const mark = deliveryMark(ctx.keyring, { clientId, requestId, kind, round });
  return {
    ...(await contentOf(ctx, gift, delivery)),
    from: senderOf(smtp.from, gift.view),
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

function contentOf(
  ctx: LetterContext,
  gift: LinkedGift,
  delivery: LetterDelivery,
): Written | Promise<Written> {
  const link = inLanguage(
    receivingLink(ctx.config.baseUrl, giftToken(ctx.keyring, gift.link)),
    gift.view.language,
  );
  switch (delivery.kind) {
    case 'reminder':
      return writeReminder(ctx, gift, link);
    case 'confirmation': {
      const { view } = gift;
      const code = codeOfDelivery(ctx.keyring, gift, delivery);
      return { ...confirmationLetter({ view, code, language: view.language }), attachments: [] };
    }
    case 'certificate':
    case 'notice':
    case 'receipt':
      return writeGift(ctx, gift, link);
  }
}

/** The code is opened (and the reading recorded) only if the product's letters contain it. */
async function writeGift(ctx: LetterContext, gift: FoundGift, link: string): Promise<Written> {
  const code = gift.codeInLetter
    ? ((await openFoundGift(ctx, gift, { reader: 'letter', address: '' }))?.code ?? null)
    : null;
  const { view } = gift;
  const { picture, attachments } = await letterPicture(ctx, view.pictureUrl);
  const logo = letterLogo(ctx, gift);
  const letter = giftLetter({ view, link, code, language: view.language, picture, logo: logo.picture });
  return { ...letter, attachments: [...attachments, ...logo.attachments] };
}

function writeReminder(ctx: LetterContext, gift: FoundGift, link: string): Written {
  const { view } = gift;
  if (view.expiresAt === null) throw new Error('A certificate without an end has no reminders.');
  const { expiresAt, language } = view;
  const { picture: logo, attachments } = letterLogo(ctx, gift);
  return { ...reminderLetter({ view, expiresAt, link, language, now: ctx.clock.now(), logo }), attachments };
}

interface LetterPicture {
  picture: string | null;
  attachments: Attachment[];
}

const logoId = 'logo@facevalue';

/** Linked like the picture of the product, where mail programs can load it, so that one that is withdrawn is gone from old letters. */
function letterLogo({ config }: LetterContext, { view }: FoundGift): LetterPicture {
  const logo = view.clientLook?.logo;
  if (!logo) return { picture: null, attachments: [] };
  if (config.baseUrl.startsWith('https:'))
    return { picture: `${config.baseUrl}${logo.path}`, attachments: [] };
  const bytes = Buffer.from(logo.png);
  const attached = { name: 'logo.png', type: 'image/png', bytes, contentId: logoId };
  return { picture: `cid:${logoId}`, attachments: [attached] };
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
