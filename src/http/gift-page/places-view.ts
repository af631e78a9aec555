import type { Place, Places } from '../../catalog/find-places.ts';
import { html, safeUrl, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { hostOf, link } from './link-view.ts';
import type { GiftWords } from './words.ts';

/** So many shops stand in the page; the shop itself lists the rest. */
export const maxPlaces = 60;
const maxSeen = 4;

/** Where the certificate can be spent; null when neither a site nor a shop is known. */
export function placesView(places: Places, www: string, language: Language, words: GiftWords): Html | null {
  const site = safeUrl(www);
  const { first, total } = places;
  if (site === null && first.length === 0) return null;
  // One more is shown rather than folded away: «one more address» takes as much room as the address.
  const seen = first.length <= maxSeen + 1 ? first.length : maxSeen;
  const further = total - first.length;
  return html`<section class="places" aria-labelledby="places-title"><h2 id="places-title">${words.where}</h2>
${site !== null && html`<p>${words.online}: ${link(site, hostOf(site))}</p>`}
${placeLists(first.slice(0, seen), language, words)}
${
  first.length > seen &&
  html`<details class="fold"><summary>${words.moreAddresses(total - seen)}</summary>${placeLists(first.slice(seen), language, words)}${further > 0 && html`<p class="quieter">${words.furtherAddresses(further)}</p>`}</details>`
}</section>`;
}

function placeLists(places: Place[], language: Language, words: GiftWords): Html[] {
  const towns = Map.groupBy(places, (place) => place.locality || place.area);
  return [...towns].map(
    ([town, shops]) =>
      html`<h3>${town}</h3><ul class="shops">${shops.map((shop) => placeItem(shop, language, words))}</ul>`,
  );
}

const placeItem = (place: Place, language: Language, words: GiftWords): Html =>
  html`<li><span>${place.address}</span> ${link(mapUrl(place, language), words.onMap, `${words.onMap}: ${place.address}`)}</li>`;

/** A plain link: the map's own site opens, and learns nothing but the shop. */
function mapUrl({ locality, address, lat, lon }: Place, language: Language): string {
  const site = `https://yandex.${language === 'ru' ? 'ru' : 'com'}/maps/`;
  if (isDegrees(lat) && isDegrees(lon)) return `${site}?pt=${lon},${lat}&z=17`;
  const words = [locality, address].filter((part) => part !== '').join(', ');
  return `${site}?text=${encodeURIComponent(words)}`;
}

const isDegrees = (text: string): boolean => /^-?\d{1,3}(?:\.\d{1,12})?$/.test(text);
