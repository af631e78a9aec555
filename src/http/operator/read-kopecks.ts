import { kopecksPerRouble } from '../../platform/values/money.ts';

/** A sum in roubles as a person types it (`1 500`, `99,50`); null where it is none, or zero. */
export function readKopecks(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0₽]/g, '').replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  const kopecks = Math.round(Number(plain) * kopecksPerRouble);
  return kopecks > 0 ? kopecks : null;
}

/** A comma too, unless kopecks follow it: `500, 1000` and `500,1000` are two, `434,25` is one. */
const betweenFaces = /,(?=\s|\d{3}|$)|[;\s]+/;

/** Face values as a person types them, `500 1000` or `500, 1000`; null where one is none. */
export function readFaces(text: string): number[] | null {
  const parts = text.split(betweenFaces).filter((part) => part !== '');
  const faces = parts.map(readKopecks).filter((face) => face !== null);
  return faces.length === parts.length ? faces : null;
}
