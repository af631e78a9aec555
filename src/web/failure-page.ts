import { html } from '../platform/text/html.ts';
import type { Language } from '../platform/text/language.ts';

const labels: Record<Language, { title: string; text: string }> = {
  ru: { title: 'Сейчас не получилось', text: 'Это наша ошибка, мы о ней знаем. Повторите через минуту.' },
  en: { title: 'That did not work', text: 'The mistake is ours, and we know of it. Try again in a minute.' },
};

export const failureStyle =
  'body{margin:0;padding:12vh 24px;background:#f4eee5;color:#2a211a;font:18px/28px system-ui,sans-serif;text-align:center}h1{margin:0 0 16px;font-size:28px;line-height:36px}' +
  '@media(prefers-color-scheme:dark){body{background:#14110e;color:#f2e9dd}}';

/** What a browser sees of a failure where a page has no words of its own for it. */
export const failurePage = (language: Language): string =>
  `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${labels[language].title}</title><style>${{ markup: failureStyle }}</style></head>
<body><main><h1>${labels[language].title}</h1><p>${labels[language].text}</p></main></body></html>`.markup
  }\n`;
