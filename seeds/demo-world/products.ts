import { dymIChabrets, pechDaRech, slogovoQuarter, slogovoYear, zernoITeterev } from './food-and-books.ts';
import { fikusovich, lnitsa, moreglaz, notaBergamot, olkhovyDom, rosnik } from './home-and-style.ts';
import { sorochyLarets } from './choice.ts';
import { kvartsevayaBelka, motylekEvening, motylekFilm, slonikum, troposhag } from './play-and-travel.ts';
import type { DemoProduct } from './product.ts';

/** In the order of their ids, which is the order of the catalogue. */
export const demoProducts: DemoProduct[] = [
  olkhovyDom,
  pechDaRech,
  moreglaz,
  kvartsevayaBelka,
  slogovoQuarter,
  slogovoYear,
  troposhag,
  notaBergamot,
  slonikum,
  dymIChabrets,
  motylekFilm,
  motylekEvening,
  rosnik,
  zernoITeterev,
  fikusovich,
  lnitsa,
  sorochyLarets,
];
