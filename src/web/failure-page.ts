import type { Language } from '../platform/text/language.ts';
import { renderPage, type Page } from './frame.ts';
import { messageView } from './message-view.ts';
import { at } from './request-language.ts';
import { styleOf } from './styles.ts';

/** Default texts of failures, for pages without their own. */
export type PlainFailure = 'failed' | 'busy' | 'not-found' | 'foreign-form' | 'unreadable';

const labels: Record<Language, Record<PlainFailure, { title: string; text: string }>> = {
  ru: {
    failed: {
      title: 'Сейчас не получилось',
      text: 'Это наша ошибка, мы о ней знаем. Повторите через минуту.',
    },
    busy: {
      title: 'Сейчас готовится слишком много файлов',
      text: 'Ничего не потеряно. Вернитесь на страницу и повторите через несколько секунд.',
    },
    'not-found': {
      title: 'Такой страницы нет',
      text: 'Проверьте, что адрес открыт целиком: в письмах и сообщениях он иногда обрывается.',
    },
    'foreign-form': {
      title: 'Форма пришла с другого сайта',
      text: 'Ничего не изменилось. Откройте нашу страницу заново и повторите.',
    },
    unreadable: {
      title: 'Не получилось прочитать запрос',
      text: 'Ничего не изменилось. Вернитесь на страницу и повторите.',
    },
  },
  en: {
    failed: {
      title: 'That did not work',
      text: 'The mistake is ours, and we know of it. Try again in a minute.',
    },
    busy: {
      title: 'Too many files are being made now',
      text: 'Nothing is lost. Go back to the page and try again in a few seconds.',
    },
    'not-found': {
      title: 'There is no such page',
      text: 'Check that the whole address was opened: letters and messages sometimes cut it off.',
    },
    'foreign-form': {
      title: 'The form came from another site',
      text: 'Nothing has changed. Open our page again and retry.',
    },
    unreadable: {
      title: 'The request could not be read',
      text: 'Nothing has changed. Go back to the page and try again.',
    },
  },
};

const homeName: Record<Language, string> = { ru: 'На главную', en: 'To my start page' };

/** Pages of people who sign in; recipients of gifts have no other page to go to. */
const signedInPages = /^\/(?:c|o|s|me|in|team|home|switch|invite)(?:[/?]|$)/;

const style = styleOf('tokens', 'base', 'button', 'message');

/**
 * The failure page for browsers, with the way on for `address`. It needs no other file, because that could fail too.
 */
export function failurePage(failure: PlainFailure, language: Language, address: string): Page {
  const { title, text } = labels[language][failure];
  const sign = failure === 'not-found' ? 'broken' : 'trouble';
  const action = signedInPages.test(address)
    ? { text: homeName[language], address: at('/home', language) }
    : null;
  const main = messageView({ title, text, sign, action });
  return renderPage({ language, title, top: null, main, sheet: 'none', styles: [style] });
}
