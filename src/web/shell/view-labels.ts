/** What is said of saved views and chosen columns. */
import type { Language } from '../../platform/text/language.ts';

const ru = {
  look: 'Вид',
  views: 'Сохранённые виды',
  all: 'Все',
  save: 'Сохранить отбор',
  saveHint: 'Сохраняется отбор, но не текст поиска. Ваш вид с тем же названием заменяется.',
  nothing: 'Здесь можно сохранить отбор под названием. Сначала отберите список.',
  name: 'Название',
  shared: 'Показывать всем в организации',
  keep: 'Сохранить',
  by: (name: string) => `для всех, ${name}`,
  remove: 'Удалить',
  columns: 'Столбцы',
  show: 'Показать',
  saved: 'Вид сохранён.',
  removed: 'Вид удалён.',
  noName: 'Вид не сохранён: у него нет названия.',
  tooMany: (most: number) => `Вид не сохранён: у списка уже ${most} ваших видов. Удалите лишний.`,
};

export const viewLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    look: 'View',
    views: 'Saved views',
    all: 'All',
    save: 'Save these filters',
    saveHint: 'The filters are saved, but not what was searched for. Your view of the same name is replaced.',
    nothing: 'Filters can be saved here under a name. Filter the list first.',
    name: 'Name',
    shared: 'Show it to everybody in the organisation',
    keep: 'Save',
    by: (name) => `for everybody, by ${name}`,
    remove: 'Remove',
    columns: 'Columns',
    show: 'Show',
    saved: 'The view is saved.',
    removed: 'The view is removed.',
    noName: 'The view is not saved: it has no name.',
    tooMany: (most) => `The view is not saved: you have ${most} views of this list. Remove one first.`,
  },
};
