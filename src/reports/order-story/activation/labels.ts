/** What suppliers and the operator read of letters about sold codes that are to be activated. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  which: 'Какие',
  open: 'без подтверждения',
  all: 'все',
  progress: 'Подтверждено',
  of: (confirmed: string, rows: string) => `${confirmed} из ${rows}`,
  row: 'Строка',
  number: 'Номер',
  face: 'Номинал',
  until: 'Действует до',
  unlimited: 'без ограничения',
  order: 'Заказ',
  state: 'Состояние',
  tick: (row: number) => `Отметить строку ${row}`,
  confirmAll: (rows: string) => `Подтвердить все (${rows})`,
  confirmTicked: 'Подтвердить отмеченные',
  nothingTicked: 'Отметьте строки, которые активированы.',
  saved: (rows: string) => `Подтверждено строк: ${rows}.`,
  nothingNew: 'Эти строки уже были подтверждены.',
};

export const activationLetterLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    which: 'Which',
    open: 'not confirmed',
    all: 'all',
    progress: 'Confirmed',
    of: (confirmed, rows) => `${confirmed} of ${rows}`,
    row: 'Row',
    number: 'Number',
    face: 'Face value',
    until: 'Valid until',
    unlimited: 'unlimited',
    order: 'Order',
    state: 'State',
    tick: (row) => `Tick row ${row}`,
    confirmAll: (rows) => `Confirm all (${rows})`,
    confirmTicked: 'Confirm the ticked ones',
    nothingTicked: 'Tick the rows that are activated.',
    saved: (rows) => `Confirmed rows: ${rows}.`,
    nothingNew: 'These rows had been confirmed before.',
  },
};
