/** What `/o/categories` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { TextsOf } from '../../../web/form/fields.ts';
import type { categoryFields } from './category-form.ts';

const ru = {
  title: 'Категории',
  lead: 'Так их отвечает getCategories, в этом порядке; число продуктов — вместе с теми, что не продаются.',
  none: 'Категорий пока нет: добавьте первую.',
  add: 'Добавить',
  addTitle: 'Новая категория',
  fields: {
    id: 'Номер',
    idHint: 'Его знают программы клиентов; потом он не меняется.',
    idWrong: 'Введите номер: целое число от 1 до 2147483647.',
    title: 'Название по-русски',
    titleWrong: 'Введите название.',
    titleEn: 'Название по-английски',
    code: 'Код',
    codeHint: 'Латинские буквы, цифры, - и _. Пусто: category и номер.',
    codeWrong: 'Только латинские буквы, цифры, - и _.',
    url: 'Страница категории',
    sort: 'Порядок',
    sortHint: 'Меньшие числа раньше.',
    sortWrong: 'Введите целое число от 0 до 1000000.',
  } satisfies TextsOf<(typeof categoryFields)['new']>,
  products: 'Продукты',
  save: 'Сохранить',
  remove: 'Убрать категорию',
  removeLead: 'Категория с продуктами не убирается, пока не сказано, куда они перейдут.',
  moveTo: 'Продукты перейдут в',
  nowhere: 'никуда',
  added: 'Категория добавлена.',
  saved: 'Сохранено.',
  removed: (products: number) => `Категория убрана, продуктов перенесено: ${products}.`,
  problems: {
    idTaken: 'Такой номер уже есть.',
    codeTaken: 'Такой код есть у другой категории.',
    inUse: 'В категории есть продукты: выберите, куда они перейдут.',
    noTarget: 'Такой другой категории нет.',
  },
};

export type CategoryLabels = typeof ru;

export const categoryLabels: Record<Language, CategoryLabels> = {
  ru,
  en: {
    title: 'Categories',
    lead: 'As getCategories answers them, in this order; products that are not on sale are counted too.',
    none: 'There are no categories: add the first.',
    add: 'Add',
    addTitle: 'New category',
    fields: {
      id: 'Number',
      idHint: "Clients' programs know it; it does not change later.",
      idWrong: 'Enter a number: a whole one from 1 to 2147483647.',
      title: 'Name in Russian',
      titleWrong: 'Enter a name.',
      titleEn: 'Name in English',
      code: 'Code',
      codeHint: 'Latin letters, digits, - and _. Empty: category and the number.',
      codeWrong: 'Only Latin letters, digits, - and _.',
      url: 'Page of the category',
      sort: 'Order',
      sortHint: 'Lower numbers come first.',
      sortWrong: 'Enter a whole number from 0 to 1000000.',
    },
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
      idTaken: 'This number is taken.',
      codeTaken: 'Another category has this code.',
      inUse: 'The category has products: choose where they go.',
      noTarget: 'There is no such other category.',
    },
  },
};
