/** What the tile of a product says. */
import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import { formatCount, formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { endOfMoscowDay } from '../../../platform/time/moscow-time.ts';
import type { CabinetCall } from '../cabinet.ts';
import { catalogueLabels, type CatalogueLabels } from './labels.ts';

/** How many faces the tile of a product shows. */
export const mostFaces = 5;

export function pictureView({ picture }: CatalogueProduct, { ctx }: CabinetCall): Html {
  const source = pagePicturePath(ctx.keyring, picture, 340);
  return source === null
    ? html`<span class="picture"></span>`
    : html`<img class="picture" src="${source}" width="340" height="155" alt="" loading="lazy">`;
}

export const facesOf = (faces: readonly number[], language: Language): string =>
  faces.map((face) => formatFace(face, language)).join(', ');

const shortFaces = (faces: readonly number[], labels: CatalogueLabels, language: Language): string =>
  faces.length > mostFaces
    ? `${facesOf(faces.slice(0, mostFaces), language)} ${labels.moreFaces(formatCount(faces.length - mostFaces, language))}`
    : facesOf(faces, language);

export function facesText(product: CatalogueProduct, language: Language): Content {
  const labels = catalogueLabels[language];
  const { facesKopecks, isFree, leastKopecks, mostKopecks } = product;
  if (facesKopecks.length === 0) return html`<span class="state no">${labels.soldOut}</span>`;
  const fixed = shortFaces(facesKopecks, labels, language);
  const free = labels.free(formatFace(leastKopecks, language), formatFace(mostKopecks, language));
  return isFree ? `${fixed}; ${free}` : fixed;
}

export function validityText(
  { validity, validUntil, validityDays }: CatalogueProduct,
  language: Language,
): string {
  const labels = catalogueLabels[language];
  if (validity === 'fixed' && validUntil !== null)
    return labels.until(formatShortDate(endOfMoscowDay(validUntil), language));
  return validity === 'days' && validityDays !== null ? labels.days(validityDays) : labels.unlimited;
}
