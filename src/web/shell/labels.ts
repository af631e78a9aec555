/** What the shell of signed-in pages says. */
import type { Language } from '../../platform/text/language.ts';

interface LeftOutCell {
  cell: number;
  /** Null: all cells are in one server. */
  node: string | null;
}

const named = (cells: readonly LeftOutCell[]): string =>
  cells.map(({ cell, node }) => (node === null ? String(cell) : `${cell} (${node})`)).join(', ');

const ru = {
  sections: 'Разделы',
  close: 'Закрыть',
  find: 'Найти',
  findWhat: {
    operator: 'Заказ, почта, клиент, код…',
    client: 'Заказ, почта, продукт…',
    supplier: 'Погашение, продукт, имя…',
  },
  findNothing: 'Напишите, что найти.',
  found: 'Найдено',
  foundSections: 'Разделы',
  foundMore: 'Показаны первые, уточните запрос.',
  foundSoFar: (count: number) => `Найдено: ${count}. Стрелка вниз выбирает, Enter ищет везде.`,
  foundNothingYet: 'Сразу ничего не нашлось. Enter ищет везде.',
  foundTooOften: 'Слишком много запросов подряд. Enter ищет как обычно.',
  waits: 'ждёт:',
  operator: 'Оператор',
  switchTo: 'Организации',
  me: 'Учётная запись',
  out: 'Выйти',
  time: 'Время везде московское.',
  help: 'Помощь',
  documents: 'Документация к этому разделу',
  newer: '← Новее',
  older: 'Старше →',
  further: 'Дальше →',
  listPages: 'Страницы списка',
  beside: 'Соседние в списке',
  show: 'Показать',
  filters: 'Отбор',
  reset: 'Сбросить отбор',
  without: 'Убрать:',
  denser: 'Плотнее',
  comfortable: 'Просторнее',
  any: 'любые',
  asTable: 'Таблицей',
  noValues: 'За это время ничего не было.',
  day: 'День',
  untilNow: 'ещё идёт',
  leftOut: 'Часть данных сейчас недоступна, и страница неполная. Обновите её через несколько минут.',
  leftOutCells: (cells: readonly LeftOutCell[]) =>
    `Не отвечают ячейки: ${named(cells)}. Их данных на этой странице нет.`,
};

export const shellLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    sections: 'Sections',
    close: 'Close',
    find: 'Find',
    findWhat: {
      operator: 'Order, mail, client, code…',
      client: 'Order, mail, product…',
      supplier: 'Redemption, product, name…',
    },
    findNothing: 'Enter what to find.',
    found: 'Found',
    foundSections: 'Sections',
    foundMore: 'Only the first results are shown; refine the search.',
    foundSoFar: (count) => `Found: ${count}. Arrow down chooses, Enter looks everywhere.`,
    foundNothingYet: 'Nothing found at once. Enter looks everywhere.',
    foundTooOften: 'Too many searches in a row. Enter works as usual.',
    waits: 'waiting:',
    operator: 'Operator',
    switchTo: 'Organisations',
    me: 'Account',
    out: 'Sign out',
    time: 'All times are Moscow time.',
    help: 'Help',
    documents: 'Documentation of this section',
    newer: '← Newer',
    older: 'Older →',
    further: 'Next →',
    listPages: 'Pages of the list',
    beside: 'Beside it in the list',
    show: 'Show',
    filters: 'Filters',
    reset: 'Clear the filters',
    without: 'Remove:',
    denser: 'Denser',
    comfortable: 'Comfortable',
    any: 'any',
    asTable: 'As a table',
    noValues: 'There was nothing in this time.',
    day: 'Day',
    untilNow: 'until now',
    leftOut: 'Some data cannot be reached just now, so this page is incomplete. Reload it in a few minutes.',
    leftOutCells: (cells) => `Cells that do not answer: ${named(cells)}. Their data is missing on this page.`,
  },
};
