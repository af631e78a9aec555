/** The picture of a product on its page, and the form that replaces it. */
import type { ProductRead } from '../../../catalog/find-product.ts';
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import { uploadLabels } from '../../../acts/catalog/picture-problems.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fileView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { OperatorCall } from '../operator.ts';

const ru = {
  title: 'Картинка',
  lead: 'На странице подарка, в письме, в PDF и в каталоге клиентов. Проданные сертификаты сохраняют свою.',
  none: 'Картинки нет: вместо неё название на цвете бренда.',
  alt: (title: string) => `Картинка продукта «${title}»`,
  ofBrand: (brand: string) => `Для всех продуктов бренда «${brand}»`,
  send: 'Загрузить картинку',
  set: (products: number) => `Картинка заменена, продуктов: ${products}.`,
};

export const pictureLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Picture',
    lead: "On the gift page, in the letter, the PDF and clients' catalogues. Certificates that were sold keep theirs.",
    none: 'There is no picture: the title stands on the colour of the brand instead.',
    alt: (title) => `Picture of ${title}`,
    ofBrand: (brand) => `For all products of the brand ${brand}`,
    send: 'Upload the picture',
    set: (products) => `The picture is replaced; products: ${products}.`,
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
  const upload = uploadLabels[language];
  const path = pagePicturePath(ctx.keyring, product.images.large, 680);
  return html`<section class="card" id="look-picture"><h2>${labels.title}</h2><p>${labels.lead}</p>
${path === null ? html`<p class="muted">${labels.none}</p>` : html`<img class="sample" src="${path}" width="680" height="310" alt="${labels.alt(product.title)}" loading="lazy">`}
${
  mayChange &&
  html`<form class="narrow" method="post" action="${at(`/o/products/${product.productId}/picture`, language)}" enctype="multipart/form-data">
<label class="choice"><input type="checkbox" name="ofBrand" value="yes"> ${labels.ofBrand(product.brand)}</label>
${fileView({ name: 'picture', label: upload.file, hint: upload.hint, error: errors['picture'], attributes: html`accept="image/png,image/jpeg,image/webp" required` })}
<div class="actions"><button class="button">${labels.send}</button></div></form>`
}</section>`;
}
