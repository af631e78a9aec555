/** What `/o/pools` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface PoolLabels {
  title: string;
  lead: string;
  search: string;
  empty: string;
  none: string;
  supplier: string;
  face: string;
  free: string;
  promised: string;
  tooSoon: string;
  daysLeft: string;
  perDay: (codes: string) => string;
  unknownPace: string;
  days: (days: string) => string;
  endsOn: string;
  asProduct: string;
  off: string;
  low: string;
  lots: string;
  passed: string;
  noLots: string;
  drafts: string;
  upload: string;
  uploadLead: string;
  file: string;
  fileHint: (megabytes: string) => string;
  faceOfRows: string;
  faceHint: string;
  noHeadings: string;
  send: string;
  problems: Record<'no-file' | 'too-large' | 'busy' | 'face', string>;
  known: (draft: number) => string;
}

export const poolLabels: Record<Language, PoolLabels> = {
  ru: {
    title: 'Пулы кодов',
    lead: 'Сколько кодов осталось и на сколько дней их хватит, если продавать так же.',
    search: 'Название продукта',
    empty:
      'Продуктов с загружаемыми кодами пока нет: заведите у поставщика продукт, коды которого загружаются.',
    none: 'Таких продуктов нет.',
    supplier: 'Поставщик',
    face: 'Номинал',
    free: 'Свободно',
    promised: 'Обещано',
    tooSoon: 'Истекают слишком рано',
    daysLeft: 'Хватит',
    perDay: (codes) => `${codes} в день`,
    unknownPace: 'давно не продавался',
    days: (days) => `${days} дн.`,
    endsOn: 'Действуют до',
    asProduct: 'как продукт',
    off: 'не продаётся',
    low: 'мало',
    lots: 'Партии',
    passed: 'Пройдено',
    noLots: 'Свободных кодов нет.',
    drafts: 'Черновики',
    upload: 'Загрузить коды',
    uploadLead:
      'Файл станет черновиком: сначала видно, что в нём и какие отложенные заказы он разбудит, потом его загружают.',
    file: 'Файл с кодами',
    fileHint: (megabytes) => `XLSX, CSV или TXT, до ${megabytes} МБ.`,
    faceOfRows: 'Номинал строк, у которых его нет, ₽',
    faceHint: 'Если в файле есть столбец «Номинал», оставьте пустым.',
    noHeadings: 'Заголовков нет, в первом столбце коды, во втором ПИН',
    send: 'Посмотреть, что в файле',
    problems: {
      'no-file': 'Выберите файл.',
      'too-large': 'Файл слишком велик.',
      busy: 'Сейчас загружают слишком много файлов, попробуйте через минуту.',
      face: 'Номинал — число рублей.',
    },
    known: (draft) => `Такой же файл уже есть, это черновик ${draft}.`,
  },
  en: {
    title: 'Pools of codes',
    lead: 'How many codes are left, and for how many days at the present pace.',
    search: 'Title of the product',
    empty: 'No product has codes that are loaded: add such a product on the page of its supplier.',
    none: 'There are no such products.',
    supplier: 'Supplier',
    face: 'Face value',
    free: 'Free',
    promised: 'Promised',
    tooSoon: 'End too soon',
    daysLeft: 'Lasts',
    perDay: (codes) => `${codes} a day`,
    unknownPace: 'not sold lately',
    days: (days) => `${days} days`,
    endsOn: 'Valid until',
    asProduct: 'as the product',
    off: 'not on sale',
    low: 'low',
    lots: 'Lots',
    passed: 'Passed',
    noLots: 'There are no free codes.',
    drafts: 'Drafts',
    upload: 'Upload codes',
    uploadLead:
      'The file becomes a draft: first you see what is in it and which delayed orders it would wake, then it is loaded.',
    file: 'File with codes',
    fileHint: (megabytes) => `XLSX, CSV or TXT, up to ${megabytes} MB.`,
    faceOfRows: 'Face value of rows that have none, ₽',
    faceHint: 'Leave it empty if the file has a column of face values.',
    noHeadings: 'No headings; the first column holds codes, the second PINs',
    send: 'See what is in the file',
    problems: {
      'no-file': 'Choose a file.',
      'too-large': 'The file is too large.',
      busy: 'Too many files are being uploaded, try in a minute.',
      face: 'A face value is a number of roubles.',
    },
    known: (draft) => `The same file is here already, as draft ${draft}.`,
  },
};
