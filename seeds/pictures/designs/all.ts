/** All drawn designs of the demo's brands. */
import type { Design } from '../design.ts';
import { dymIChabrets } from './dym-i-chabrets.ts';
import { fikusovich } from './fikusovich.ts';
import { kvartsevayaBelka } from './kvartsevaya-belka.ts';
import { lnitsa } from './lnitsa.ts';
import { moreglaz } from './moreglaz.ts';
import { motylek } from './motylek.ts';
import { notaBergamot } from './nota-bergamot.ts';
import { olkhovyDom } from './olkhovy-dom.ts';
import { pechDaRech } from './pech-da-rech.ts';
import { rosnik } from './rosnik.ts';
import { slogovo } from './slogovo.ts';
import { slonikum } from './slonikum.ts';
import { sorochyLarets } from './sorochy-larets.ts';
import { troposhag } from './troposhag.ts';
import { zernoITeterev } from './zerno-i-teterev.ts';

export const designs: Design[] = [
  olkhovyDom,
  moreglaz,
  zernoITeterev,
  kvartsevayaBelka,
  slogovo,
  troposhag,
  notaBergamot,
  dymIChabrets,
  slonikum,
  pechDaRech,
  motylek,
  rosnik,
  fikusovich,
  lnitsa,
  sorochyLarets,
];
