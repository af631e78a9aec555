/** Texts that say why an uploaded picture is refused. */
import {
  leastSize,
  maxPixels,
  maxUploadBytes,
  pictureSizes,
  type PictureRefusal,
} from '../../certificates/documents/pictures/make-pictures.ts';
import type { Language } from '../../platform/text/language.ts';

const megabytes = maxUploadBytes / 1_000_000;
const megapixels = maxPixels / 1_000_000;
const least = `${leastSize.width} × ${leastSize.height}`;
const best = `${pictureSizes.large.width} × ${pictureSizes.large.height}`;

const ru = {
  file: 'Файл PNG, JPEG или WebP',
  hint: `Лучше всего ${best}: остальное обрежется до этих пропорций. До ${megabytes} МБ.`,
  problems: {
    'no-file': 'Выберите файл.',
    'too-large': `Файл больше ${megabytes} МБ.`,
    kind: 'Это не PNG, не JPEG и не WebP.',
    pixels: `В картинке больше ${megapixels} миллионов точек: уменьшите её.`,
    small: `Картинка меньше ${least} точек.`,
    broken: 'Картинка повреждена или не читается.',
    busy: 'Сейчас загружают слишком много картинок: повторите через минуту.',
    'too-many': 'У поставщика слишком много картинок или у бренда слишком много продуктов.',
  } satisfies Record<PictureRefusal | 'no-file' | 'too-large' | 'too-many', string>,
};

export const uploadLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    file: 'A PNG, JPEG or WebP file',
    hint: `Best ${best}: anything else is cut to these proportions. Up to ${megabytes} MB.`,
    problems: {
      'no-file': 'Choose a file.',
      'too-large': `The file is larger than ${megabytes} MB.`,
      kind: 'This is no PNG, JPEG or WebP.',
      pixels: `The picture has more than ${megapixels} million pixels: make it smaller.`,
      small: `The picture is smaller than ${least} pixels.`,
      broken: 'The picture is damaged or cannot be read.',
      busy: 'Too many pictures are being uploaded: repeat it in a minute.',
      'too-many': 'The supplier has too many pictures, or the brand too many products.',
    },
  },
};
