/** The page of a choice certificate, before it is drawn. */
import type { Language } from '../../../platform/text/language.ts';
import { addressOf } from '../../../web/request-language.ts';
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

/** The page's own address with what is about to be chosen. */
export const basketPath = ({
  path,
  basket,
  search,
}: Pick<ExchangePage, 'path' | 'basket' | 'search'>): string =>
  addressOf(path, {
    b: basketText(basket),
    q: search.text,
    c: search.categoryId === null ? '' : String(search.categoryId),
  });
