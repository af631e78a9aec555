/** What placing a client's bulk order says. */
import { maxFileBytes } from '../../../orders/bulk/add-file.ts';
import { maxLines, maxOpen } from '../../../orders/bulk/bulk-order.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';

const megabytes = String(maxFileBytes / 1024 / 1024);

export type UploadProblem = 'no-file' | 'too-large' | 'empty' | 'too-many-open' | 'busy';

const ru = {
  upload: 'Загрузить таблицу за клиента',
  uploadLead: 'Если клиент попросил об этом. Файл прочитается, и до подтверждения ничего не закажется.',
  file: 'Таблица XLSX или CSV',
  fileHint: `До ${megabytes} МБ и ${formatCount(maxLines, 'ru')} строк.`,
  sample: 'Образец',
  send: 'Загрузить',
  reading: 'Файл читается.',
  preview: 'Что будет заказано',
  right: 'Верных строк',
  sum: 'На сумму',
  available: 'Клиент может потратить',
  missing: (sum: string) => `Клиенту не хватает ${sum}: заказ остановится, пока не придут деньги.`,
  withoutStock: (count: string) => `Строк, для которых сейчас нет кодов: ${count}.`,
  sameFile: 'Этот же файл уже загружали:',
  again: 'Заказать ещё раз, хотя файл тот же',
  againNeeded: 'Отметьте, что тот же файл заказывается ещё раз.',
  confirm: (lines: string, sum: string) => `Заказать строки: ${lines}, на ${sum}`,
  confirmHint: 'Деньги спишутся с баланса клиента. В его журнале останется ваше имя.',
  confirmed: 'Подтверждён: заказы размещаются.',
  resume: 'Продолжить',
  resumed: 'Продолжен.',
  waits: 'Такую сумму подтверждает ещё один человек клиента: решение ждёт в его кабинете.',
  tooMany: 'У клиента уже ждёт слишком много решений.',
  tooLate: 'Состояние уже изменилось, ничего не сделано.',
  products: 'Продукты',
  product: 'Продукт',
  face: 'Номинал',
  lines: 'Строк',
  stock: 'Кодов в наличии',
  made: 'делаются при продаже',
  problems: {
    'no-file': 'Выберите файл.',
    'too-large': `Файл больше ${megabytes} МБ.`,
    empty: 'Файл пуст.',
    'too-many-open': `У клиента уже ${maxOpen} незаконченных массовых заказов.`,
    busy: 'Сейчас загружают слишком много файлов. Попробуйте чуть позже.',
  } satisfies Record<UploadProblem, string>,
};

export type BulkPlaceLabels = typeof ru;

const en: BulkPlaceLabels = {
  upload: 'Upload a sheet for the client',
  uploadLead:
    'When the client has asked for it. The file is read, and nothing is ordered before it is confirmed.',
  file: 'XLSX or CSV sheet',
  fileHint: `Up to ${megabytes} MB and ${formatCount(maxLines, 'en')} lines.`,
  sample: 'Sample',
  send: 'Upload',
  reading: 'The file is being read.',
  preview: 'What would be ordered',
  right: 'Correct lines',
  sum: 'Sum',
  available: 'The client can spend',
  missing: (sum) => `The client lacks ${sum}: the order pauses until money comes.`,
  withoutStock: (count) => `Lines without a code in stock: ${count}.`,
  sameFile: 'The same file was uploaded before:',
  again: 'Order once more although the file is the same',
  againNeeded: 'Tick that the same file is ordered once more.',
  confirm: (lines, sum) => `Order ${lines} lines for ${sum}`,
  confirmHint: 'The client’s balance pays. Your name stands in the client’s audit.',
  confirmed: 'Confirmed: the orders are being placed.',
  resume: 'Go on',
  resumed: 'Resumed.',
  waits: 'A sum like this needs another person of the client: the decision waits in their cabinet.',
  tooMany: 'Too many decisions of this client are open already.',
  tooLate: 'Its state has changed meanwhile, nothing was done.',
  products: 'Products',
  product: 'Product',
  face: 'Face value',
  lines: 'Lines',
  stock: 'Codes at hand',
  made: 'made when sold',
  problems: {
    'no-file': 'Choose a file.',
    'too-large': `The file is larger than ${megabytes} MB.`,
    empty: 'The file is empty.',
    'too-many-open': `The client has ${maxOpen} unfinished bulk orders already.`,
    busy: 'Too many files are being uploaded. Try again a little later.',
  },
};

export const bulkPlaceLabels: Record<Language, BulkPlaceLabels> = { ru, en };
