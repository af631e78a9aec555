import type { Place, Places } from '../../catalog/find-places.ts';
import type { GiftView } from '../../certificates/certificate.ts';
import { html, safeUrl, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { hostOf, link } from './link-view.ts';
import type { GiftLabels } from './gift-labels.ts';

/** Number of shops on the page; the shop's own site lists the rest. */
export const maxPlaces = 60;
const maxSeen = 4;

/** Where and how the certificate can be used; null if nothing of it is known. */
export function placesView(
  { places, www, use }: { places: Places } & Pick<GiftView, 'www' | 'use'>,
  language: Language,
  labels: GiftLabels,
): Html | null {
  const site = safeUrl(www);
  const { first, total } = places;
  const { acceptance, mostInOnePurchase } = use;
  const rules = [
    labels.accepted[acceptance],
    mostInOnePurchase === null ? null : labels.inOnePurchase(mostInOnePurchase),
  ].filter((rule) => rule !== null);
  if (site === null && first.length === 0 && rules.length === 0) return null;
  // A single remaining address is shown: «one more address» would take as much space.
  const seen = first.length <= maxSeen + 1 ? first.length : maxSeen;
  const further = total - first.length;
  return html`<section class="places" aria-labelledby="places-title"><h2 id="places-title">${labels.where}</h2>
${site !== null && html`<p>${labels.online}: ${link(site, hostOf(site))}</p>`}
${rules.map((rule) => html`<p>${rule}</p>`)}
${placeLists(first.slice(0, seen), language, labels)}
${
  first.length > seen &&
  html`<details class="fold"><summary>${labels.moreAddresses(total - seen)}</summary>${placeLists(first.slice(seen), language, labels)}${further > 0 && html`<p class="quieter">${labels.furtherAddresses(further)}</p>`}</details>`
}</section>`;
}

function placeLists(places: Place[], language: Language, labels: GiftLabels): Html[] {
  const towns = Map.groupBy(places, (place) => place.locality || place.area);
  return [...towns].map(
    ([town, shops]) =>
      html`<h3>${town}</h3><ul class="shops">${shops.map((shop) => placeItem(shop, language, labels))}</ul>`,
  );
}

const placeItem = (place: Place, language: Language, labels: GiftLabels): Html =>
  html`<li><span>${place.address}</span> ${link(mapUrl(place, language), labels.onMap, `${labels.onMap}: ${place.address}`)}</li>`;

/** A plain link to the map's own site, which learns only the shop. */
function mapUrl({ locality, address, lat, lon }: Place, language: Language): string {
  const site = `https://yandex.${language === 'ru' ? 'ru' : 'com'}/maps/`;
  if (isDegrees(lat) && isDegrees(lon)) return `${site}?pt=${lon},${lat}&z=17`;
  const labels = [locality, address].filter((part) => part !== '').join(', ');
  return `${site}?text=${encodeURIComponent(labels)}`;
}

const isDegrees = (text: string): boolean => /^-?\d{1,3}(?:\.\d{1,12})?$/.test(text);
