/** Instead of the documentation, where nobody has made it yet. */
import { html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { messageView } from '../../web/message-view.ts';

const labels: Record<Language, { title: string; before: string; after: string }> = {
  ru: {
    title: 'Документация ещё не собрана',
    before: 'В установленной версии она есть сразу. В копии исходных текстов её собирает команда',
    after: 'После неё откройте эту страницу снова: перезапускать ничего не нужно.',
  },
  en: {
    title: 'The documentation is not built yet',
    before: 'Releases contain it. In a copy of the sources it is made by',
    after: 'Then open this page again: nothing has to be restarted.',
  },
};

export function notBuiltPage(language: Language): Page {
  const { title, before, after } = labels[language];
  const text = html`${before} <code>npm run docs</code>. ${after}`;
  return renderPage({
    language,
    title,
    top: { place: 'Facevalue', path: '/docs/' },
    main: messageView({ title, text, sign: 'wait' }),
  });
}
