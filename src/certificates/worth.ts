/** Faces of which a part was redeemed. */
import { formatFace } from '../platform/text/formats.ts';
import type { GiftView, Language } from './certificate.ts';

const of: Record<Language, string> = { ru: 'из', en: 'of' };

/** What a certificate is worth: its face, or what is left of it: `300 ₽ of 500 ₽`. */
export const worthText = (
  { faceKopecks, leftKopecks }: Pick<GiftView, 'faceKopecks' | 'leftKopecks'>,
  language: Language,
  format: typeof formatFace = formatFace,
): string => partText(leftKopecks ?? faceKopecks, faceKopecks, language, format);

/** A part of a face; all of it is the face alone. */
export function partText(
  kopecks: number,
  faceKopecks: number,
  language: Language,
  format: typeof formatFace = formatFace,
): string {
  const face = format(faceKopecks, language);
  return kopecks === faceKopecks ? face : `${format(kopecks, language)} ${of[language]} ${face}`;
}
