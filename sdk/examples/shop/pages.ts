/** The pages of the shop. */
import type { ShopOrder } from './orders.ts';

export interface ShopProduct {
  id: number;
  title: string;
  brief: string;
  image: string;
  faces: number[];
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '');
/** Only web addresses become links and pictures. */
const safeUrl = (url: string): string => (/^https?:\/\//.test(url) ? safe(url) : '');
const roubles = (sum: number): string => `${sum.toLocaleString('en').replaceAll(',', '\u202f')} ₽`;

const frame = (title: string, main: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)}</title><link rel="stylesheet" href="/shop.css">${head}</head>
<body><header><a href="/">Little Gift Shop</a></header><main>${main}</main></body></html>`;

const picture = ({ image }: ShopProduct): string =>
  safeUrl(image) === '' ? '' : `<img src="${safeUrl(image)}" alt="" width="340" height="155" loading="lazy">`;

export const cataloguePage = (products: ShopProduct[]): string =>
  frame(
    'Gift certificates',
    `<h1>Gift certificates</h1><ul class="products">${products
      .map(
        (product) =>
          `<li><a href="/products/${product.id}">${picture(product)}<b>${safe(product.title)}</b></a><p>${safe(product.brief)}</p><p class="from">from ${roubles(Math.min(...product.faces))}</p></li>`,
      )
      .join('')}</ul>`,
  );

export const productPage = (product: ShopProduct): string =>
  frame(
    product.title,
    `${picture(product)}<h1>${safe(product.title)}</h1><p>${safe(product.brief)}</p>
<form method="post" action="/orders"><input type="hidden" name="product" value="${product.id}">
<fieldset><legend>Value</legend>${product.faces
      .map(
        (face, index) =>
          `<label class="face"><input type="radio" name="face" value="${face}" required${index === 0 ? ' checked' : ''}> ${roubles(face)}</label>`,
      )
      .join('')}</fieldset>
<label>For whom<input name="recipient" maxlength="255" autocomplete="off"></label>
<label>Greeting<textarea name="greeting" rows="3" maxlength="512"></textarea></label>
<button>Buy</button></form>`,
  );

const texts: Record<ShopOrder['state'], string> = {
  new: 'We are preparing your certificate…',
  unsent: 'We are preparing your certificate…',
  placed: 'We are preparing your certificate…',
  issued: 'Your certificate is ready',
  failed: 'We could not get this certificate',
};

/** Looks again by itself until the order has ended. */
export function orderPage(order: ShopOrder): string {
  const { state, title, face, recipient, link, error, byCallback } = order;
  const isOver = state === 'issued' || state === 'failed';
  const details = `<p>${safe(title)}, ${roubles(face)}${recipient === '' ? '' : `, for ${safe(recipient)}`}</p>`;
  const outcome =
    state === 'issued'
      ? `<p><a class="button" href="${safeUrl(link)}" rel="noreferrer">Open the certificate</a></p>`
      : state === 'failed'
        ? `<p class="error">You will get your money back. (${safe(error)})</p>`
        : '<p>This page looks again by itself.</p>';
  const source = byCallback ? '<p class="note">Told by a callback whose signature was checked.</p>' : '';
  const again = isOver ? '' : '<meta http-equiv="refresh" content="2">';
  return frame(texts[state], `<h1>${texts[state]}</h1>${details}${outcome}${source}`, again);
}

export const messagePage = (text: string): string =>
  frame(text, `<h1>${safe(text)}</h1><p><a href="/">To the catalogue</a></p>`);
