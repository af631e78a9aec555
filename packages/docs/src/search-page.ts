/** The page that lists what was found; the search runs in the browser. */
import { labels } from './labels.ts';
import type { DocPage } from './pages.ts';
import { languages } from './repository.ts';

export const searchPages: readonly DocPage[] = languages.map((language) => {
  const texts = labels[language];
  return {
    file: `docs/${language === 'ru' ? 'ru/' : ''}search.md`,
    name: 'search',
    language,
    title: texts.search,
    text: `# ${texts.search}\n\n<noscript><p>${texts.noScript}</p></noscript>\n<p id="status" role="status" data-nothing="${texts.nothingFound}" data-found="${texts.found}">${texts.searchHint}</p>\n<ol id="results" class="results"></ol>\n`,
    isAside: true,
  };
});
