/** What the page of a choice certificate can do: find it by its token, list what it can be exchanged for, exchange it. */
import { findExchangeTargets, listExchangeTargets } from '../../../catalog/exchange-targets.ts';
import { listExchangeCategories, type ExchangeCategory } from '../../../catalog/exchange-categories.ts';
import { shownStock, type CatalogueProduct } from '../../../catalog/catalogue.ts';
import { findTitles } from '../../../catalog/find-titles.ts';
import { findGiftByToken } from '../../../certificates/find-gift.ts';
import { giftToken } from '../../../certificates/gift-link.ts';
import { findClient } from '../../../clients/find-client.ts';
import { isChoice, type GiftView } from '../../../certificates/certificate.ts';
import type { Context } from '../../../context.ts';
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import {
  askForConfirmation,
  type ConfirmationAsked,
} from '../../../messaging/confirmations/ask-for-confirmation.ts';
import { findSentAddresses } from '../../../messaging/queue/find-sent-addresses.ts';
import type { ExchangedOrder } from '../../../orders/exchange/exchanged-orders.ts';
import { confirmationNeeded, type ConfirmationNeed } from '../../../orders/exchange/confirm-exchange.ts';
import {
  exchange,
  type ExchangeAsk,
  type Exchanged,
  type ExchangeLine,
} from '../../../orders/exchange/exchange.ts';
import { findCard, isInForce, nextStep, type Card } from '../../../orders/exchange/find-card.ts';
import { forEachCell } from '../../../platform/cells/cell-context.ts';
import { cellInLink } from '../../../platform/cells/cell-ids.ts';

/** On one page of the list. */
const targetsOnPage = 24;

export interface ShownChoice {
  view: GiftView;
  card: Card;
  now: Date;
  /** Something of it can be exchanged now. */
  isOpen: boolean;
  step: number;
  chosen: ChosenOrder[];
  /** Masked addresses to which the chosen certificates are sent; empty: none. */
  sentTo: string[];
}

/** `link`: the gift page of its certificate; null: it has none, or not yet. */
export type ChosenOrder = ExchangedOrder & { link: string | null };

export interface TargetsAsk {
  leftKopecks: number;
  text: string | null;
  categoryId: number | null;
  after: number;
}

/** A product as the list shows it. */
export type Target = CatalogueProduct & { picturePath: string | null };

export interface Targets {
  products: Target[];
  /** After the last of these there are more. */
  hasMore: boolean;
  categories: ExchangeCategory[];
}

/** A line with the name of its product. */
export type TitledLine = ExchangeLine & { title: string };

export interface ExchangePages {
  /** Null: there is no choice certificate with this token. */
  find(token: string): Promise<ShownChoice | null>;
  targets(token: string, card: Card, ask: TargetsAsk): Promise<Targets>;
  /** The lines that can still be had. */
  titled(token: string, card: Card, lines: ExchangeLine[]): Promise<TitledLine[]>;
  /** Whether a code is asked for before an exchange of this sum; null: none is. */
  needed(token: string, card: Card, sumKopecks: number): Promise<ConfirmationNeed | null>;
  /** Sends a code for the next exchange. */
  sendCode(token: string, card: Card): Promise<ConfirmationAsked>;
  exchange(token: string, card: Card, ask: PageExchange): Promise<Exchanged>;
}

/** What a holder confirms. */
export type PageExchange = Pick<ExchangeAsk, 'step' | 'lines' | 'code'>;

/** Serves certificates of all cells: each link names the cell of its certificate. */
export function createExchangePages(ctx: Context, onPlaced: () => void): ExchangePages {
  const cells = forEachCell(ctx, (cell) => exchangePagesOf(cell, onPlaced));
  const of = (token: string): ExchangePages => cells.of(cellInLink(token));
  return {
    find: (token) => of(token).find(token),
    targets: (token, ...ask) => of(token).targets(token, ...ask),
    titled: (token, ...ask) => of(token).titled(token, ...ask),
    needed: (token, ...ask) => of(token).needed(token, ...ask),
    sendCode: (token, card) => of(token).sendCode(token, card),
    exchange: (token, ...ask) => of(token).exchange(token, ...ask),
  };
}

function exchangePagesOf(ctx: Context, onPlaced: () => void): ExchangePages {
  const { db, clock, keyring } = ctx;
  return {
    async find(token) {
      const now = clock.now();
      const gift = await findGiftByToken(db, token, now);
      if (gift === null || !isChoice(gift.view)) return null;
      const { clientId, requestId } = gift.view;
      const card = await findCard(db, { clientId, cardRequestId: requestId });
      if (card === null) return null;
      const chosen = card.exchanged.map((order) => ({
        ...order,
        link:
          order.state === 'issued' && order.givenBackAt === null ? `/g/${giftToken(keyring, order)}` : null,
      }));
      const [sentTo = []] = await findSentAddresses(db, [{ clientId, requestId }]);
      const isOpen = isInForce(card, now) && card.leftKopecks > 0;
      return { view: gift.view, card, now, isOpen, step: nextStep(card), chosen, sentTo };
    },
    async targets(_token, { productId, clientId }, ask) {
      const client = await findClient(db, clientId);
      const wholeRoubles = client?.pricesInKopecks !== true;
      const found = await listExchangeTargets(
        db,
        { ...ask, productId, wholeRoubles, targetId: null, limit: targetsOnPage + 1 },
        clock.now(),
        shownStock(ctx),
      );
      const products = found
        .slice(0, targetsOnPage)
        .map((product) => ({ ...product, picturePath: pagePicturePath(keyring, product.picture, 680) }));
      const categories = await listExchangeCategories(db, productId);
      return { products, hasMore: found.length > targetsOnPage, categories };
    },
    async titled(_token, { productId }, lines) {
      const ids = [...new Set(lines.map((line) => line.productId))];
      const offered = await findExchangeTargets(db, productId, ids);
      const titles = await findTitles(db, [...offered]);
      return lines.flatMap((line) => {
        const title = titles.get(line.productId);
        return title === undefined ? [] : [{ ...line, title }];
      });
    },
    needed: (_token, card, sumKopecks) => confirmationNeeded(db, card, sumKopecks, clock.now()),
    sendCode: (_token, card) =>
      askForConfirmation(
        db,
        {
          clientId: card.clientId,
          requestId: card.cardRequestId,
          step: nextStep(card),
          testmode: card.testmode,
        },
        clock.now(),
      ),
    async exchange(_token, { clientId, cardRequestId }, ask) {
      const made = await exchange(ctx, { clientId, cardRequestId, ...ask });
      if (made.is === 'exchanged') onPlaced();
      return made;
    },
  };
}
