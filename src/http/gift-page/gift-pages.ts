/** What the gift page can do: find a certificate by its token, open and record it, print it, resend it. */
import { LRUCache } from 'lru-cache';
import { findPlaces, type Places } from '../../catalog/find-places.ts';
import type { Context } from '../../context.ts';
import type { PdfMaker } from '../../certificates/documents/pdf/pdf-maker.ts';
import { findGiftsByTokens, type FoundGift, type GiftKey } from '../../certificates/find-gift.ts';
import { findSentAddresses } from '../../messaging/queue/find-sent-addresses.ts';
import { noteGiftEvent, type GiftEventKind } from '../../certificates/gift-events.ts';
import { mayBeShown, openFoundGift, type OpenGift } from '../../certificates/open-gift.ts';
import { withExchangeLink } from '../../certificates/gift-link.ts';
import { knownGround, pagePicturePath } from '../../certificates/documents/pictures/page-picture.ts';
import { productPicture } from '../../certificates/documents/pictures/product-picture.ts';
import { walletsFor } from '../../certificates/documents/wallet/wallets.ts';
import { askForResend, type Resend } from '../../messaging/queue/resend.ts';
import { forEachCell } from '../../platform/cells/cell-context.ts';
import { cellInLink } from '../../platform/cells/cell-ids.ts';
import { gatherCalls } from '../../platform/batching/gather.ts';
import { gatherReveals } from '../../vault/reveal.ts';
import type { GiftPages } from './routes.ts';
import { maxPlaces } from './places-view.ts';
import type { GiftPicture, ResendAnswer, ShownGift } from './shown-gift.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import { createShares } from '../../platform/batching/shares.ts';
import { networkOf } from '../../platform/throttle/network-of.ts';

const maxKeptProducts = 1000;
/** New shops appear within this time. */
const keepPlacesMs = 60_000;

/** Pages asked for at the same time are read together; in two batches, so that one is read while the other is rendered. */
const limits = { batch: 64, concurrency: 2, waiting: 5000, lingerMs: 0, evenMs: 5, waitMs: 5000 };

/** One link or one network can use only a few of the slots for drawing. */
const pdfsOfLink = 2;
const pdfsOfNetwork = 16;

/** Serves gifts of all cells: each link names the cell of its gift. */
export function createGiftPages(ctx: Context, pdf: Pick<PdfMaker, 'make'>): GiftPages {
  const cells = forEachCell(ctx, (cell) => giftPagesOf(cell, pdf));
  const [ofLink, ofNetwork] = [createShares<string>(pdfsOfLink), createShares<string>(pdfsOfNetwork)];
  const of = (token: string): GiftPages => cells.of(cellInLink(token));
  return {
    exists: (token) => of(token).exists(token),
    find: (token) => of(token).find(token),
    reveal: (token, address) => of(token).reveal(token, address),
    async pdf(token, address, language) {
      const draw = () => of(token).pdf(token, address, language);
      const drawn = ofNetwork.within(networkOf(address), () => ofLink.within(token, draw) ?? refused());
      return drawn ?? refused();
    },
    resend: (token) => of(token).resend(token),
  };
}

const refused = (): Promise<never> => Promise.reject(new TooManyWaiting());

function giftPagesOf(ctx: Context, pdf: Pick<PdfMaker, 'make'>): GiftPages {
  const places = new LRUCache<number, Places>({
    max: maxKeptProducts,
    ttl: keepPlacesMs,
    fetchMethod: (productId) => findPlaces(ctx.db, productId, maxPlaces),
    ignoreFetchAbort: true,
  });

  const find = gatherCalls((tokens: string[]) => findGiftsByTokens(ctx.db, tokens, ctx.clock.now()), limits);
  const sentTo = gatherCalls((keys: GiftKey[]) => findSentAddresses(ctx.db, keys), limits);
  const reveal = gatherReveals(ctx);
  const open = (gift: FoundGift, reader: 'gift-page' | 'pdf', address: string): Promise<OpenGift | null> =>
    openFoundGift(ctx, gift, { reader, address }, reveal);

  async function shown(gift: FoundGift): Promise<ShownGift> {
    const picture = pictureOf(ctx, gift.view.pictureUrl);
    return {
      view: gift.view,
      now: ctx.clock.now(),
      picture,
      places: await places.forceFetch(gift.productId),
    };
  }

  function note(gift: FoundGift, kind: GiftEventKind): void {
    const { clientId, requestId } = gift.view;
    noteGiftEvent(ctx, { clientId, requestId, kind }, ctx.clock.now());
  }

  return {
    exists: async (token) => (await find(token)) !== null,
    async find(token) {
      const gift = await find(token);
      if (gift === null) return null;
      note(gift, 'opened');
      return shown(gift);
    },
    async reveal(token, address) {
      const gift = await find(token);
      if (gift === null || !mayBeShown(gift)) return null;
      const [opened, around, addresses] = await Promise.all([
        open(gift, 'gift-page', address),
        shown(gift),
        sentTo(gift.view),
      ]);
      if (opened === null) return null;
      note(gift, 'revealed');
      return {
        ...around,
        code: opened.code,
        giverEmail: gift.senderEmail,
        sentTo: addresses,
        wallets: walletsFor(ctx, gift.view),
      };
    },
    async pdf(token, address, language) {
      const gift = await find(token);
      const opened = gift && (await open(gift, 'pdf', address));
      if (gift === null || opened === null) return null;
      note(gift, 'pdf');
      const picture = await productPicture(ctx, opened.view.pictureUrl);
      const code = withExchangeLink(ctx, opened, token);
      return { view: opened.view, bytes: await pdf.make(opened.view, code, picture, language) };
    },
    async resend(token) {
      const gift = await find(token);
      return gift === null ? null : answerOf(await askForResend(ctx, gift.view, 'recipient'));
    },
  };
}

export function pictureOf(
  ctx: Pick<Context, 'config' | 'keyring' | 'http'>,
  url: string | null,
): GiftPicture | null {
  const small = pagePicturePath(ctx.keyring, url, 680);
  const large = pagePicturePath(ctx.keyring, url, 1360);
  if (small === null || large === null) return null;
  return { small, large, previewUrl: `${ctx.config.baseUrl}${large}`, ground: knownGround(ctx, url) };
}

function answerOf(resend: Resend): ResendAnswer {
  switch (resend.is) {
    case 'asked':
      return 'asked';
    case 'too-soon':
    case 'under-way':
      return 'later';
    case 'too-many':
      return 'too-many';
    case 'no-certificate':
    case 'blocked':
    case 'erased':
    case 'no-address':
      return 'impossible';
  }
}
