import { kopecksPerRouble } from '../../platform/values/money.ts';

/** A sum in roubles as a person types it (`1 500`, `99,50`); null where it is none, or zero. */
export function readKopecks(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0₽]/g, '').replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  const kopecks = Math.round(Number(plain) * kopecksPerRouble);
  return kopecks > 0 ? kopecks : null;
}
