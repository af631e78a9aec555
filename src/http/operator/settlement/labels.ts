/** What `/o/settlement` says. */
import type { DifferenceKind } from '../../../reports/compare-settlement.ts';
import type { settledCounts } from '../../../reports/settlement.ts';
import type { Language } from '../../../platform/text/language.ts';

type Count = (typeof settledCounts)[number];

const ru = {
  title: 'Сверка с поставщиком',
  lead: 'Что продано, активировано, погашено и возвращено за период, и где наш счёт расходится с таблицей поставщика.',
  noSuppliers: 'Поставщиков пока нет: сверять не с кем.',
  supplier: 'Поставщик',
  from: 'С',
  to: 'По, включительно',
  file: 'Таблица поставщика, XLSX или CSV (не обязательна)',
  fileHint: 'Сертификаты узнаём по номеру, номеру заказа или request_id. Файл не хранится. До 20 МБ.',
  show: 'Показать',
  again: 'Другой период или файл',
  period: (from: string, to: string) => `с ${from} по ${to} включительно, по Москве`,
  product: 'Продукт',
  face: 'Номинал',
  counts: {
    issued: 'Выпущено',
    activated: 'Активировано',
    redeemed: 'Погашено',
    expired: 'Истекло',
    refunded: 'Возвращено',
    takenBack: 'После погашения',
    unclear: 'Неясно',
  } satisfies Record<Count, string>,
  total: 'Итого',
  nothing: 'За этот период ничего не было.',
  compared: 'Сравнение с таблицей',
  ours: 'Продано у нас',
  theirs: 'Строк в таблице',
  matching: 'Совпало',
  agree: 'Расхождений нет.',
  damaged:
    'Таблица поставщика испорчена, или в ней есть строки, которые не продажи: расхождения могут быть не те. Попросите таблицу, где номера — текст.',
  damagedRows: 'Испорченные строки',
  why: 'Причина',
  kinds: {
    'ours-only': 'Только у нас',
    'theirs-only': 'Только в таблице',
    'other-period': 'В таблице, а у нас в другом периоде',
    'other-face': 'Разные суммы',
    twice: 'Дважды в таблице',
  } satisfies Record<DifferenceKind, string>,
  line: 'Строка',
  number: 'Номер',
  order: 'Заказ',
  ourFace: 'У нас',
  theirFace: 'В таблице',
  more: (count: string) => `И ещё ${count}.`,
  wrong: {
    supplier: 'Выберите поставщика.',
    from: 'Выберите день.',
    to: 'Последний день не раньше первого.',
    tooLarge: 'Файл больше 20 МБ.',
    busy: 'Сейчас считается другая сверка: попробуйте через минуту.',
    tooLong: 'За это время не сосчитать: возьмите период короче или команду facevalue settlement.',
    unreadable: (why: string) => `Файл не прочитан: ${why}.`,
    noColumns: (why: string) => `Столбцы не узнаны: ${why}.`,
  },
};

export type SettlementLabels = typeof ru;

const en: SettlementLabels = {
  title: 'Settlement with a supplier',
  lead: 'What was sold, activated, redeemed and returned in a period, and where our count differs from the table of the supplier.',
  noSuppliers: 'There are no suppliers yet, so there is nothing to settle.',
  supplier: 'Supplier',
  from: 'From',
  to: 'To, inclusive',
  file: 'Table of the supplier, XLSX or CSV (not required)',
  fileHint:
    'Certificates are found by number, order number or request_id. The file is not kept. Up to 20 MB.',
  show: 'Show',
  again: 'Another period or file',
  period: (from, to) => `from ${from} to ${to} inclusive, Moscow time`,
  product: 'Product',
  face: 'Face value',
  counts: {
    issued: 'Issued',
    activated: 'Activated',
    redeemed: 'Redeemed',
    expired: 'Expired',
    refunded: 'Refunded',
    takenBack: 'After redemption',
    unclear: 'Unclear',
  },
  total: 'Total',
  nothing: 'There was nothing in this period.',
  compared: 'Compared with the table',
  ours: 'Sold by us',
  theirs: 'Rows of the table',
  matching: 'Matching',
  agree: 'There are no differences.',
  damaged:
    'The supplier’s table is damaged, or has rows that are no sales: what differs may not be what it means. Ask for a table whose numbers are text.',
  damagedRows: 'Damaged rows',
  why: 'Reason',
  kinds: {
    'ours-only': 'Only with us',
    'theirs-only': 'Only in the table',
    'other-period': 'In the table, with us in another period',
    'other-face': 'Other sums',
    twice: 'Twice in the table',
  },
  line: 'Line',
  number: 'Number',
  order: 'Order',
  ourFace: 'With us',
  theirFace: 'In the table',
  more: (count) => `And ${count} more.`,
  wrong: {
    supplier: 'Choose a supplier.',
    from: 'Choose a day.',
    to: 'The last day is not before the first.',
    tooLarge: 'The file is larger than 20 MB.',
    busy: 'Another settlement is being counted: try again in a minute.',
    tooLong: 'This takes too long to count: choose a shorter period, or the command facevalue settlement.',
    unreadable: (why) => `The file cannot be read: ${why}.`,
    noColumns: (why) => `Its columns are not known: ${why}.`,
  },
};

export const settlementLabels: Record<Language, SettlementLabels> = { ru, en };
