/** What pages call the columns of files of codes, and what of a file must be decided; for operator and supplier alike. */
import type { Language } from '../../../platform/text/language.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import type { Looks, PoolField } from '../../../vault/import-pool/headings.ts';

const ru = {
  columns: 'Что в столбцах',
  column: 'Столбец',
  heading: 'Заголовок',
  readAs: 'Читается как',
  samples: 'Примеры',
  samplesHint: 'В том, что может быть кодом, буквы показаны как X, цифры как #.',
  fields: {
    number: 'номер',
    pin: 'ПИН',
    face: 'номинал',
    expiry: 'действует до',
    active: 'активен',
    state: 'состояние',
    start: 'действует с',
    currency: 'валюта',
    skip: 'не нужен',
  } satisfies Record<PoolField | 'skip', string>,
  notRead: 'не читается',
  looks: {
    dates: 'похоже на даты',
    states: 'похоже на состояния',
    money: 'похоже на суммы',
    codes: 'похоже на коды или ПИН-коды',
  } satisfies Record<Looks, string>,
  remembered: 'как в прошлый раз',
  hidden: 'скрыт',
  asked: {
    columns: 'В файле есть столбцы, которые не читаются, но что-то значат. Скажите, что в них.',
    hidden: 'В файле есть скрытые строки или столбцы. Скажите, читать ли их.',
  },
  unlike: 'Надо посмотреть',
  unlikeHint: 'Такие строки загружаются, только если сказано, что это коды.',
  twins: 'Легко спутать',
  twinsHint:
    'Номера отличаются только нулём и буквой O или единицей, I и l. Это разные коды, они загружаются; если в файле описка, поправьте её.',
  twinOf: (line: number | null) =>
    line === null ? 'похож на код, который уже есть' : `похож на строку ${line}`,
  hiddenRows: 'Скрытые строки',
  hiddenRow: 'скрыта в файле',
  otherSheets: (names: string) => `Не читаются листы: ${names}.`,
  lineOfSheet: (line: number, sheet: string) => `${line}, лист «${sheet}»`,
  ofSheets: (names: readonly string[]) =>
    `${names.length === 1 ? 'лист' : 'листы'} ${names.map((name) => `«${name}»`).join(', ')}`,
};

export const codeFileLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    columns: 'What the columns hold',
    column: 'Column',
    heading: 'Heading',
    readAs: 'Read as',
    samples: 'Samples',
    samplesHint: 'In what may be a code, letters are shown as X and digits as #.',
    fields: {
      number: 'number',
      pin: 'PIN',
      face: 'face value',
      expiry: 'valid until',
      active: 'active',
      state: 'state',
      start: 'valid from',
      currency: 'currency',
      skip: 'not needed',
    },
    notRead: 'not read',
    looks: {
      dates: 'looks like dates',
      states: 'looks like states',
      money: 'looks like sums',
      codes: 'looks like codes or PINs',
    },
    remembered: 'as the last time',
    hidden: 'hidden',
    asked: {
      columns: 'The file has columns that are not read and mean something. Say what is in them.',
      hidden: 'The file has hidden rows or columns. Say whether they are read.',
    },
    unlike: 'To be looked at',
    unlikeHint: 'Such rows are loaded only if somebody says that they are codes.',
    twins: 'Easily confused',
    twinsHint:
      'The numbers differ only in 0 and the letter O, or in 1, I and l. They are different codes and are loaded; correct the file if it is a slip.',
    twinOf: (line) => (line === null ? 'looks like a code that is here already' : `looks like line ${line}`),
    hiddenRows: 'Hidden rows',
    hiddenRow: 'hidden in the file',
    otherSheets: (names) => `Sheets that are not read: ${names}.`,
    lineOfSheet: (line, sheet) => `${line}, sheet “${sheet}”`,
    ofSheets: (names) =>
      `${names.length === 1 ? 'sheet' : 'sheets'} ${names.map((name) => `“${name}”`).join(', ')}`,
  },
};

/** What is read from a column, in words. */
export function readAsText({ readAs, looks, remembered, hidden }: ColumnNote, language: Language): string {
  const labels = codeFileLabels[language];
  const what =
    readAs === null ? (looks === null ? labels.notRead : labels.looks[looks]) : labels.fields[readAs];
  return [what, remembered ? labels.remembered : '', hidden ? labels.hidden : '']
    .filter((word) => word !== '')
    .join(', ');
}
