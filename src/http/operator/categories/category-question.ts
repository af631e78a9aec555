/** What is read before a category is removed. */
import type { Category } from '../../../catalog/find-category.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';

const labels = {
  ru: {
    title: 'Удалить категорию?',
    category: 'Категория',
    products: 'Продуктов в ней',
    moveTo: 'Перейдут в',
    text: 'Её не станет в каталоге клиентов. Если завести её снова, продукты придётся вернуть по одному.',
    act: 'Удалить категорию',
  },
  en: {
    title: 'Remove the category?',
    category: 'Category',
    products: 'Products in it',
    moveTo: 'They move to',
    text: 'It is gone from the catalogue of clients. If it is made again, its products have to be put back one by one.',
    act: 'Remove the category',
  },
};

/** Null: it has products and no place for them, so it is refused. */
export function categoryQuestion(
  category: Category,
  moveTo: Category | null,
  language: Language,
): Question | null {
  if (category.products > 0 && moveTo === null) return null;
  const texts = labels[language];
  const nameOf = ({ title, titleEn }: Category): string =>
    language === 'en' && titleEn !== '' ? titleEn : title;
  return {
    title: texts.title,
    facts: [
      [texts.category, nameOf(category)],
      [texts.products, formatCount(category.products, language)],
      moveTo === null ? null : [texts.moveTo, nameOf(moveTo)],
    ],
    text: texts.text,
    act: texts.act,
    back: `/o/categories/${category.id}`,
  };
}
