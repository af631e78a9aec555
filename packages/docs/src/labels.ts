/** Texts of the frame of the site. */
import type { Language } from './repository.ts';

interface Labels {
  site: string;
  skip: string;
  menu: string;
  onThisPage: string;
  search: string;
  find: string;
  searchHint: string;
  noScript: string;
  nothingFound: string;
  found: string;
  theme: string;
  light: string;
  dark: string;
  otherLanguage: string;
  previous: string;
  next: string;
  copy: string;
  copied: string;
  onlyEnglish: string;
  anchor: (heading: string) => string;
}

export const labels: Record<Language, Labels> = {
  en: {
    site: 'Facevalue documentation',
    skip: 'To the content',
    menu: 'Contents',
    onThisPage: 'On this page',
    search: 'Search',
    find: 'Find',
    searchHint: 'What are you looking for?',
    noScript: 'The search needs JavaScript. All pages are in the contents.',
    nothingFound: 'Nothing was found. Try other words.',
    found: 'Found',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    otherLanguage: 'По-русски',
    previous: 'Previous',
    next: 'Next',
    copy: 'Copy',
    copied: 'Copied',
    onlyEnglish: 'This page is in English only.',
    anchor: (heading) => `Link to “${heading}”`,
  },
  ru: {
    site: 'Документация Facevalue',
    skip: 'К содержанию страницы',
    menu: 'Разделы',
    onThisPage: 'На этой странице',
    search: 'Поиск',
    find: 'Найти',
    searchHint: 'Что вы ищете?',
    noScript: 'Для поиска нужен JavaScript. Все страницы есть в списке разделов.',
    nothingFound: 'Ничего не найдено. Попробуйте другие слова.',
    found: 'Найдено',
    theme: 'Оформление',
    light: 'Светлое',
    dark: 'Тёмное',
    otherLanguage: 'In English',
    previous: 'Назад',
    next: 'Далее',
    copy: 'Копировать',
    copied: 'Скопировано',
    onlyEnglish: 'Эта страница есть только на английском.',
    anchor: (heading) => `Ссылка на раздел «${heading}»`,
  },
};
