/** What `/o/categories` says. */
import type { Language } from '../../../platform/text/language.ts';

export interface CategoryLabels {
  title: string;
  lead: string;
  none: string;
  add: string;
  addTitle: string;
  id: string;
  idHint: string;
  name: string;
  nameEn: string;
  code: string;
  codeHint: string;
  url: string;
  sort: string;
  sortHint: string;
  products: string;
  save: string;
  remove: string;
  removeLead: string;
  moveTo: string;
  nowhere: string;
  added: string;
  saved: string;
  removed: (products: number) => string;
  problems: Record<'id' | 'idTaken' | 'title' | 'code' | 'codeTaken' | 'sort' | 'inUse' | 'noTarget', string>;
}

export const categoryLabels: Record<Language, CategoryLabels> = {
  ru: {
    title: 'Категории',
    lead: 'Так их отвечает getCategories, в этом порядке; число продуктов — вместе с теми, что не продаются.',
    none: 'Категорий пока нет: добавьте первую.',
    add: 'Добавить',
    addTitle: 'Новая категория',
    id: 'Номер',
    idHint: 'Его знают программы клиентов; потом он не меняется.',
    name: 'Название по-русски',
    nameEn: 'Название по-английски',
    code: 'Код',
    codeHint: 'Латинские буквы, цифры, - и _. Пусто: category и номер.',
    url: 'Страница категории',
    sort: 'Порядок',
    sortHint: 'Меньшие числа раньше.',
    products: 'Продукты',
    save: 'Сохранить',
    remove: 'Убрать категорию',
    removeLead: 'Категория с продуктами не убирается, пока не сказано, куда они перейдут.',
    moveTo: 'Продукты перейдут в',
    nowhere: 'никуда',
    added: 'Категория добавлена.',
    saved: 'Сохранено.',
    removed: (products) => `Категория убрана, продуктов перенесено: ${products}.`,
    problems: {
      id: 'Введите номер: целое число от 1 до 2147483647.',
      idTaken: 'Такой номер уже есть.',
      title: 'Введите название.',
      code: 'Только латинские буквы, цифры, - и _.',
      codeTaken: 'Такой код есть у другой категории.',
      sort: 'Введите целое число от 0 до 1000000.',
      inUse: 'В категории есть продукты: выберите, куда они перейдут.',
      noTarget: 'Такой другой категории нет.',
    },
  },
  en: {
    title: 'Categories',
    lead: 'As getCategories answers them, in this order; products that are not on sale are counted too.',
    none: 'There are no categories: add the first.',
    add: 'Add',
    addTitle: 'New category',
    id: 'Number',
    idHint: "Clients' programs know it; it does not change later.",
    name: 'Name in Russian',
    nameEn: 'Name in English',
    code: 'Code',
    codeHint: 'Latin letters, digits, - and _. Empty: category and the number.',
    url: 'Page of the category',
    sort: 'Order',
    sortHint: 'Lower numbers come first.',
    products: 'Products',
    save: 'Save',
    remove: 'Remove the category',
    removeLead: 'A category with products is removed once it is said where they go.',
    moveTo: 'Its products go to',
    nowhere: 'nowhere',
    added: 'The category is added.',
    saved: 'Saved.',
    removed: (products) => `The category is removed, ${products} products moved.`,
    problems: {
      id: 'Enter a number: a whole one from 1 to 2147483647.',
      idTaken: 'This number is taken.',
      title: 'Enter a name.',
      code: 'Only Latin letters, digits, - and _.',
      codeTaken: 'Another category has this code.',
      sort: 'Enter a whole number from 0 to 1000000.',
      inUse: 'The category has products: choose where they go.',
      noTarget: 'There is no such other category.',
    },
  },
};
