/** What the shell of signed-in pages says. */
import type { Language } from '../../platform/text/language.ts';

interface ShellLabels {
  sections: string;
  operator: string;
  switchTo: string;
  me: string;
  out: string;
  time: string;
  help: string;
  documents: string;
  newer: string;
  older: string;
  further: string;
  listPages: string;
  show: string;
  filters: string;
  reset: string;
  any: string;
  asTable: string;
  noValues: string;
  day: string;
  untilNow: string;
}

export const shellLabels: Record<Language, ShellLabels> = {
  ru: {
    sections: 'Разделы',
    operator: 'Оператор',
    switchTo: 'Организации',
    me: 'Мой вход',
    out: 'Выйти',
    time: 'Время везде московское.',
    help: 'Помощь',
    documents: 'Документация к этому разделу',
    newer: '← Новее',
    older: 'Старше →',
    further: 'Дальше →',
    listPages: 'Страницы списка',
    show: 'Показать',
    filters: 'Отбор',
    reset: 'Сбросить отбор',
    any: 'любые',
    asTable: 'Таблицей',
    noValues: 'За это время ничего не было.',
    day: 'День',
    untilNow: 'ещё идёт',
  },
  en: {
    sections: 'Sections',
    operator: 'Operator',
    switchTo: 'Organisations',
    me: 'My sign-in',
    out: 'Sign out',
    time: 'All times are Moscow time.',
    help: 'Help',
    documents: 'Documentation of this section',
    newer: '← Newer',
    older: 'Older →',
    further: 'Next →',
    listPages: 'Pages of the list',
    show: 'Show',
    filters: 'Filters',
    reset: 'Clear the filters',
    any: 'any',
    asTable: 'As a table',
    noValues: 'There was nothing in this time.',
    day: 'Day',
    untilNow: 'until now',
  },
};
