/** What the frame of all pages says. */
import type { Language } from '../platform/text/language.ts';

interface FrameLabels {
  other: { language: Language; name: string };
  languages: string;
  pages: string;
  skip: string;
  /** Stands before the title of a page whose form was refused. */
  error: string;
  /** Above the list of errors in a form. */
  mistakes: string;
}

export const frameLabels: Record<Language, FrameLabels> = {
  ru: {
    other: { language: 'en', name: 'English' },
    languages: 'Язык страницы',
    pages: 'Страницы',
    skip: 'К содержанию',
    error: 'Ошибка',
    mistakes: 'Проверьте, что введено',
  },
  en: {
    other: { language: 'ru', name: 'Русский' },
    languages: 'Page language',
    pages: 'Pages',
    skip: 'To the content',
    error: 'Error',
    mistakes: 'Please check what you entered',
  },
};
