/** Which codes are loaded once a second person agrees. */
import type { CodesToLoad } from '../../../acts/guarded/load-codes.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';

/** Further faces are told by their number. */
const mostFaces = 20;

const ru = {
  codes: (count: string, sum: string) => `кодов: ${count}, всего на ${sum}`,
  more: (count: string) => `и ещё номиналов: ${count}`,
  inactive: (count: string) => `неактивных: ${count}`,
  leftOut: (count: string) => `строк не загрузится: ${count}`,
};

const en: typeof ru = {
  codes: (count, sum) => `codes: ${count}, ${sum} in total`,
  more: (count) => `further face values: ${count}`,
  inactive: (count) => `inactive: ${count}`,
  leftOut: (count) => `rows left out: ${count}`,
};

const loadLabels: Record<Language, typeof ru> = { ru, en };

export function loadsText({ codes, sumKopecks, faces, leftOut }: CodesToLoad, language: Language): string {
  const labels = loadLabels[language];
  const count = (value: number): string => formatCount(value, language);
  const inactive = faces.reduce((sum, face) => sum + face.inactive, 0);
  return [
    labels.codes(count(codes), formatFace(sumKopecks, language)),
    ...faces
      .slice(0, mostFaces)
      .map((face) => `${formatFace(face.faceKopecks, language)} × ${count(face.codes)}`),
    ...(faces.length > mostFaces ? [labels.more(count(faces.length - mostFaces))] : []),
    ...(inactive > 0 ? [labels.inactive(count(inactive))] : []),
    ...(leftOut > 0 ? [labels.leftOut(count(leftOut))] : []),
  ].join('; ');
}
