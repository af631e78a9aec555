/** The picture of a product on its page, and the form that replaces it. */
import type { ProductRead } from '../../../catalog/find-product.ts';
import {
  leastSize,
  maxPixels,
  maxUploadBytes,
  pictureSizes,
} from '../../../documents/pictures/make-pictures.ts';
import { pagePicturePath } from '../../../documents/pictures/page-picture.ts';
import type { Illustrated } from '../../../catalog-acts/picture-acts.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fileView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { OperatorCall } from '../operator.ts';

type Refusal = Extract<Illustrated, { is: 'refused' }>['why'];

const megabytes = maxUploadBytes / 1_000_000;
const megapixels = maxPixels / 1_000_000;
const least = `${leastSize.width} × ${leastSize.height}`;
const best = `${pictureSizes.large.width} × ${pictureSizes.large.height}`;

const ru = {
  title: 'Картинка',
  lead: 'На странице подарка, в письме, в PDF и в каталоге клиентов. Проданные сертификаты сохраняют свою.',
  none: 'Картинки нет: вместо неё название на цвете бренда.',
  alt: (title: string) => `Картинка продукта «${title}»`,
  file: 'Файл PNG, JPEG или WebP',
  hint: `Лучше всего ${best}: остальное обрежется до этих пропорций. До ${megabytes} МБ.`,
  ofBrand: (brand: string) => `Для всех продуктов бренда «${brand}»`,
  send: 'Загрузить картинку',
  set: (products: number) => `Картинка заменена, продуктов: ${products}.`,
  problems: {
    'no-file': 'Выберите файл.',
    'too-large': `Файл больше ${megabytes} МБ.`,
    kind: 'Это не PNG, не JPEG и не WebP.',
    pixels: `В картинке больше ${megapixels} миллионов точек: уменьшите её.`,
    small: `Картинка меньше ${least} точек.`,
    broken: 'Картинка повреждена или не читается.',
    busy: 'Сейчас загружают слишком много картинок: повторите через минуту.',
    'too-many': 'У поставщика слишком много картинок или у бренда слишком много продуктов.',
  } satisfies Record<Refusal | 'no-file' | 'too-large', string>,
};

export const pictureLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Picture',
    lead: "On the gift page, in the letter, the PDF and clients' catalogues. Certificates that were sold keep theirs.",
    none: 'There is no picture: the title stands on the colour of the brand instead.',
    alt: (title) => `Picture of ${title}`,
    file: 'A PNG, JPEG or WebP file',
    hint: `Best ${best}: anything else is cut to these proportions. Up to ${megabytes} MB.`,
    ofBrand: (brand) => `For all products of the brand ${brand}`,
    send: 'Upload the picture',
    set: (products) => `The picture is replaced; products: ${products}.`,
    problems: {
      'no-file': 'Choose a file.',
      'too-large': `The file is larger than ${megabytes} MB.`,
      kind: 'This is no PNG, JPEG or WebP.',
      pixels: `The picture has more than ${megapixels} million pixels: make it smaller.`,
      small: `The picture is smaller than ${least} pixels.`,
      broken: 'The picture is damaged or cannot be read.',
      busy: 'Too many pictures are being uploaded: repeat it in a minute.',
      'too-many': 'The supplier has too many pictures, or the brand too many products.',
    },
  },
};

/** The picture of a product, and the form that replaces it. */
export function pictureCard(
  { product }: { product: ProductRead },
  { language, ctx }: OperatorCall,
  mayChange: boolean,
  errors: FieldErrors,
): Html {
  const labels = pictureLabels[language];
  const path = pagePicturePath(ctx.keyring, product.images.large, 680);
  return html`<section class="card" id="look-picture"><h2>${labels.title}</h2><p>${labels.lead}</p>
${path === null ? html`<p class="muted">${labels.none}</p>` : html`<img class="sample" src="${path}" width="680" height="310" alt="${labels.alt(product.title)}" loading="lazy">`}
${
  mayChange &&
  html`<form class="narrow" method="post" action="${at(`/o/products/${product.productId}/picture`, language)}" enctype="multipart/form-data">
<label class="choice"><input type="checkbox" name="ofBrand" value="yes"> ${labels.ofBrand(product.brand)}</label>
${fileView({ name: 'picture', label: labels.file, hint: labels.hint, error: errors['picture'], attributes: html`accept="image/png,image/jpeg,image/webp" required` })}
<div class="actions"><button class="button">${labels.send}</button></div></form>`
}</section>`;
}
