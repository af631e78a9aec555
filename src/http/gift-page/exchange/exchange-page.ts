/** The page of a choice certificate, before it is drawn. */
import type { Language } from '../../../platform/text/language.ts';
import { addressOf } from '../../../web/request-language.ts';
import type { ExchangeLine } from '../../../orders/exchange/exchange.ts';
import { basketText } from './basket.ts';
import type { ExchangeProblem } from './exchange-labels.ts';
import type { ShownChoice, Targets, TitledLine } from './exchange-pages.ts';

/** What was searched for. */
export interface Search {
  text: string;
  categoryId: number | null;
  after: number;
}

export interface ExchangePage {
  shown: ShownChoice;
  /** Null: nothing can be chosen any more. */
  targets: Targets | null;
  basket: TitledLine[];
  search: Search;
  /** `/x/<token>`, without a query. */
  path: string;
  language: Language;
  problem: ExchangeProblem | null;
  /** Something was just exchanged. */
  isDone: boolean;
}

/** A basket is of the exchange for which it was put together: once that is made, the same one is not exchanged again. */
export const basketFields = (
  { step }: Pick<ShownChoice, 'step'>,
  basket: ExchangeLine[],
): Record<'b' | 'step', string> => ({
  b: basketText(basket),
  step: basket.length === 0 ? '' : String(step),
});

type Basket = Pick<ExchangePage, 'path' | 'shown'> & { basket: ExchangeLine[] };

export const confirmPath = ({ path, shown, basket }: Basket): string =>
  addressOf(`${path}/confirm`, basketFields(shown, basket));

/** The page's own address with what is about to be chosen. */
export const basketPath = ({ path, shown, basket, search }: Basket & Pick<ExchangePage, 'search'>): string =>
  addressOf(path, {
    ...basketFields(shown, basket),
    q: search.text,
    c: search.categoryId === null ? '' : String(search.categoryId),
  });
