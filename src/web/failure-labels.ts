import type { Language } from '../platform/text/language.ts';

/** Kinds of failures that all pages have in common, by what the reader can do. */
export type PlainFailure =
  /** A page could not be made. */
  | 'failed'
  /** An act failed, and may have been done before that. */
  | 'failed-act'
  /** The database does not answer: nothing was done. */
  | 'away'
  /** Too many files are being made. */
  | 'busy'
  /** Too many wait for the same. */
  | 'crowded'
  | 'not-found'
  /** The same for somebody signed in. */
  | 'not-here'
  /** The address of an act was opened as a page. */
  | 'only-a-button'
  | 'foreign-form'
  | 'too-large'
  | 'unreadable';

export const wayOnLabels: Record<Language, { home: string; front: string; again: string }> = {
  ru: { home: 'На главную', front: 'На главную', again: 'Открыть ещё раз' },
  en: { home: 'To my start page', front: 'To the front page', again: 'Open again' },
};

export const failureLabels: Record<Language, Record<PlainFailure, { title: string; text: string }>> = {
  ru: {
    failed: {
      title: 'Сейчас не получилось',
      text: 'Это наша ошибка, мы о ней знаем. Подождите минуту и откройте страницу ещё раз.',
    },
    'failed-act': {
      title: 'Сейчас не получилось',
      text: 'Это наша ошибка, мы о ней знаем. Прежде чем повторять, откройте страницу заново и проверьте: возможно, всё уже сделано.',
    },
    away: {
      title: 'Сайт сейчас недоступен',
      text: 'Ничего не потеряно. Подождите минуту и откройте страницу ещё раз.',
    },
    busy: {
      title: 'Сейчас готовится слишком много файлов',
      text: 'Ничего не потеряно. Вернитесь на страницу и повторите через несколько секунд.',
    },
    crowded: {
      title: 'Сейчас слишком много посетителей',
      text: 'Ничего не изменилось. Вернитесь на страницу и повторите через несколько секунд.',
    },
    'not-found': {
      title: 'Такой страницы нет',
      text: 'Проверьте, что адрес открыт целиком: в письмах и сообщениях он иногда обрывается.',
    },
    'not-here': {
      title: 'Такой страницы нет',
      text: 'Проверьте адрес. Если страницу прислал коллега, она может быть закрыта для вашей роли.',
    },
    'only-a-button': {
      title: 'Сюда ведёт только кнопка',
      text: 'Так бывает, если открыть адрес страницы, которая показывала ответ на форму. Ничего не изменилось: вернитесь и нажмите кнопку ещё раз.',
    },
    'foreign-form': {
      title: 'Форма пришла с другого сайта',
      text: 'Ничего не изменилось. Откройте нашу страницу заново и повторите.',
    },
    'too-large': {
      title: 'Слишком много за один раз',
      text: 'Ничего не изменилось. Вернитесь на страницу, сократите текст или выберите меньше строк и повторите.',
    },
    unreadable: {
      title: 'Не получилось прочитать запрос',
      text: 'Ничего не изменилось. Вернитесь на страницу и повторите.',
    },
  },
  en: {
    failed: {
      title: 'That did not work',
      text: 'The mistake is ours, and we know of it. Wait a minute and open the page again.',
    },
    'failed-act': {
      title: 'That did not work',
      text: 'The mistake is ours, and we know of it. Before you try again, open the page once more and check: it may have been done already.',
    },
    away: {
      title: 'The site is not available now',
      text: 'Nothing is lost. Wait a minute and open the page again.',
    },
    busy: {
      title: 'Too many files are being made now',
      text: 'Nothing is lost. Go back to the page and try again in a few seconds.',
    },
    crowded: {
      title: 'There are too many visitors now',
      text: 'Nothing has changed. Go back to the page and try again in a few seconds.',
    },
    'not-found': {
      title: 'There is no such page',
      text: 'Check that the whole address was opened: letters and messages sometimes cut it off.',
    },
    'not-here': {
      title: 'There is no such page',
      text: 'Check the address. If a colleague sent it to you, the page may not be open to your role.',
    },
    'only-a-button': {
      title: 'Only a button leads here',
      text: 'This happens when the address of an answer to a form is opened. Nothing has changed: go back and press the button again.',
    },
    'foreign-form': {
      title: 'The form came from another site',
      text: 'Nothing has changed. Open our page again and retry.',
    },
    'too-large': {
      title: 'Too much at once',
      text: 'Nothing has changed. Go back to the page, shorten the text or choose fewer rows, and try again.',
    },
    unreadable: {
      title: 'The request could not be read',
      text: 'Nothing has changed. Go back to the page and try again.',
    },
  },
};
