/** What the report on a file of codes says. */
import type { Language } from '../../../platform/text/language.ts';

interface ReportLabels {
  rows: string;
  face: string;
  wouldLoad: string;
  duplicates: string;
  duplicatesInFile: string;
  duplicatesInVault: string;
  sameAs: (line: number) => string;
  knownCode: string;
  more: (count: string) => string;
  codes: string;
  sum: string;
  inactive: string;
  endsOn: string;
  asProduct: string;
  wakes: string;
  wakesNone: string;
  wakesCount: (count: string) => string;
  wakesMore: string;
  client: string;
  order: string;
  accepted: string;
  nothing: string;
  nothingUnlessCodes: string;
  withoutThese: string;
  why: string;
  line: string;
  wrong: string;
  result: string;
  loaded: string;
}

export const reportLabels: Record<Language, ReportLabels> = {
  ru: {
    rows: 'Строк',
    face: 'Номинал',
    wouldLoad: 'Будет загружено',
    duplicates: 'Повторы',
    duplicatesInFile: 'Повторы в файле',
    duplicatesInVault: 'Загружены раньше',
    sameAs: (line) => `тот же номер, что в строке ${line}`,
    knownCode: 'код уже есть в хранилище',
    more: (count) => `… и ещё ${count}`,
    codes: 'Кодов',
    sum: 'На сумму',
    inactive: 'Неактивных',
    endsOn: 'Действуют до',
    asProduct: 'как продукт',
    wakes: 'Какие отложенные заказы проснутся',
    wakesNone: 'Ни один отложенный заказ этих кодов не ждёт.',
    wakesCount: (count) => `Заказов: ${count}, начиная с самых старых.`,
    wakesMore: 'За один раз просыпается столько; остальные следом.',
    client: 'Клиент',
    order: 'Заказ',
    accepted: 'Принят',
    nothing: 'Так файл не загрузится: исправьте его или пропустите отмеченные строки.',
    nothingUnlessCodes:
      'Так файл не загрузится: исправьте его, пропустите отмеченные строки или скажите ниже, что это коды.',
    withoutThese: 'Если пропустить отмеченные строки:',
    why: 'Причина',
    line: 'Строка',
    wrong: 'Ошибочные строки',
    result: 'Что будет загружено',
    loaded: 'Загружено',
  },
  en: {
    rows: 'Rows',
    face: 'Face value',
    wouldLoad: 'Would be loaded',
    duplicates: 'Duplicates',
    duplicatesInFile: 'Duplicates in the file',
    duplicatesInVault: 'Loaded before',
    sameAs: (line) => `the same number as on line ${line}`,
    knownCode: 'the code is in the vault already',
    more: (count) => `… and ${count} more`,
    codes: 'Codes',
    sum: 'Sum',
    inactive: 'Inactive',
    endsOn: 'Valid until',
    asProduct: 'as the product',
    wakes: 'Which delayed orders would wake',
    wakesNone: 'No delayed order waits for these codes.',
    wakesCount: (count) => `Orders: ${count}, the oldest first.`,
    wakesMore: 'As many wake in one round; the others follow.',
    client: 'Client',
    order: 'Order',
    accepted: 'Accepted',
    nothing: 'The file is not loaded like this: correct it, or skip the rows below.',
    nothingUnlessCodes:
      'The file is not loaded like this: correct it, skip the rows below, or say further down that they are codes.',
    withoutThese: 'If the rows below are skipped:',
    why: 'Reason',
    line: 'Line',
    wrong: 'Wrong rows',
    result: 'What would be loaded',
    loaded: 'Loaded',
  },
};
