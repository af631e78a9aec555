/** Product codes for imported products that bring none. */
import { withoutEdges, withoutEnd } from '../../platform/text/edges.ts';

interface Coded {
  id: number;
  title: string;
  url: string;
}

const maxTitleSlug = 60;

/**
 * Makes codes for products without one: the last part of their own address, else of the title, with the id added if
 * another product has that code. An address counts as the product's own if no other product has it and none is below
 * it, because catalogues give many products the address of the page of all products.
 */
export function codesOf(products: Coded[], others: { code: string; url: string }[]): Map<number, string> {
  const isOwn = ownAddresses([...products, ...others].map(({ url }) => url));
  const used = new Set(others.map(({ code }) => code));
  const codes = new Map<number, string>();
  for (const { id, title, url } of products) {
    const titled = slugOfTitle(title) || 'product';
    const candidates = [isOwn(url) ? slugOfAddress(url) : '', slugOfTitle(title), `${titled}-${id}`];
    const code = candidates.find((one) => one !== '' && !used.has(one)) ?? `product-${id}`;
    used.add(code);
    codes.set(id, code);
  }
  return codes;
}

function ownAddresses(urls: string[]): (url: string) => boolean {
  const times = new Map<string, number>();
  const parents = new Set<string>();
  for (const url of urls.map(withoutSlash)) {
    times.set(url, (times.get(url) ?? 0) + 1);
    parents.add(url.slice(0, Math.max(0, url.lastIndexOf('/'))));
  }
  return (url) => times.get(withoutSlash(url)) === 1 && !parents.has(withoutSlash(url));
}

const withoutSlash = (url: string): string => withoutEnd(url, '/');

/** `sunduk` of `https://shop.example/giftcards/sunduk`. */
const slugOfAddress = (url: string): string => /[^/]\/([a-z0-9][-_a-z0-9]*)\/?$/i.exec(url)?.[1] ?? '';

const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

function slugOfTitle(title: string): string {
  const letters = title.toLowerCase().replaceAll(/[а-яё]/g, (letter) => latin[letter] ?? '');
  return withoutEdges(letters.replaceAll(/[^a-z0-9]+/g, '-').slice(0, maxTitleSlug), '-');
}
