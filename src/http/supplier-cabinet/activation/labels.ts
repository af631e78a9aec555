/** What `/s/activation` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface ActivationLabels {
  title: string;
  lead: string;
  empty: string;
  notByLetter: string;
  which: string;
  open: string;
  all: string;
  letter: string;
  made: string;
  progress: string;
  of: (confirmed: string, rows: string) => string;
  state: string;
  waits: string;
  done: string;
  one: (letterId: number) => string;
  oneLead: string;
  back: string;
  row: string;
  number: string;
  face: string;
  until: string;
  unlimited: string;
  order: string;
  confirmed: string;
  withdrawn: string;
  tick: (row: number) => string;
  confirmAll: (rows: string) => string;
  confirmTicked: string;
  nothingTicked: string;
  saved: (rows: string) => string;
  nothingNew: string;
}

export const activationLabels: Record<Language, ActivationLabels> = {
  ru: {
    title: 'Активация',
    lead: 'Проданные коды, которые нужно активировать у себя. Подтверждённые строки сразу становятся действительными, и получатели могут ими платить.',
    empty: 'Подтверждать нечего. Списки появляются здесь и приходят письмом.',
    notByLetter:
      'Подтверждать нечего: ни у одного вашего продукта коды не активируются по письму. Схему активации меняет оператор.',
    which: 'Какие',
    open: 'без подтверждения',
    all: 'все',
    letter: 'Список',
    made: 'Составлен',
    progress: 'Подтверждено',
    of: (confirmed, rows) => `${confirmed} из ${rows}`,
    state: 'Состояние',
    waits: 'ждёт вас',
    done: 'готов',
    one: (letterId) => `Список № ${letterId}`,
    oneLead: 'Активируйте коды в своей системе, затем подтвердите все строки или отмеченные.',
    back: 'Все списки',
    row: 'Строка',
    number: 'Номер',
    face: 'Номинал',
    until: 'Действует до',
    unlimited: 'без ограничения',
    order: 'Заказ',
    confirmed: 'подтверждено',
    withdrawn: 'отозван, активировать не нужно',
    tick: (row) => `Отметить строку ${row}`,
    confirmAll: (rows) => `Подтвердить все (${rows})`,
    confirmTicked: 'Подтвердить отмеченные',
    nothingTicked: 'Отметьте строки, которые активированы.',
    saved: (rows) => `Подтверждено строк: ${rows}.`,
    nothingNew: 'Эти строки уже были подтверждены.',
  },
  en: {
    title: 'Activation',
    lead: 'Sold codes that have to be activated at your side. Confirmed rows become valid at once, and recipients can pay with them.',
    empty: 'There is nothing to confirm. Lists appear here and come by letter.',
    notByLetter:
      'There is nothing to confirm: none of your products has codes that are activated by letter. The operator changes how codes are activated.',
    which: 'Which',
    open: 'not confirmed',
    all: 'all',
    letter: 'List',
    made: 'Made',
    progress: 'Confirmed',
    of: (confirmed, rows) => `${confirmed} of ${rows}`,
    state: 'State',
    waits: 'waits for you',
    done: 'done',
    one: (letterId) => `List ${letterId}`,
    oneLead: 'Activate the codes in your own system, then confirm all rows or the ticked ones.',
    back: 'All lists',
    row: 'Row',
    number: 'Number',
    face: 'Face value',
    until: 'Valid until',
    unlimited: 'unlimited',
    order: 'Order',
    confirmed: 'confirmed',
    withdrawn: 'withdrawn, nothing to activate',
    tick: (row) => `Tick row ${row}`,
    confirmAll: (rows) => `Confirm all (${rows})`,
    confirmTicked: 'Confirm the ticked ones',
    nothingTicked: 'Tick the rows that are activated.',
    saved: (rows) => `Confirmed rows: ${rows}.`,
    nothingNew: 'These rows had been confirmed before.',
  },
};
