/** The search of a side: a page of what was found, and a list while somebody types. Both are posted: what is looked for may be a code. */
import type { Context } from '../../context.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { emptyView } from './list-view.ts';
import { shellLabels } from './labels.ts';
import type { FindPlace } from './find-places.ts';
import { foundCards, foundOptions, type FoundKind } from './found-view.ts';
import { sectionsNamed } from './navigation.ts';
import type { PageCall } from './page-call.ts';
import type { ActDefinition, ActEnd, Pages } from './pages.ts';
import type { ShellPage } from './send-shell-page.ts';

/** Limit of searches of one person: more than anybody types, less than a program needs to read everything. */
const typing = { events: 150, windowSeconds: 60 };
/** Shorter texts find too much. */
const shortest = 3;

/** Finds what was typed, of each kind that the person may see. */
export type Find<Ctx> = (text: string, call: PageCall<Ctx>) => Promise<FoundKind[]>;

type TypingPages<Ctx> = {
  act(definition: Omit<ActDefinition<Ctx>, 'leadsTo'> & { leadsTo: 'nothing' }): void;
};

/** What is found while somebody types: by indexes alone, and never a code, which is found only whole, and by Enter. */
export function addTyping<Ctx>(pages: TypingPages<Ctx>, place: FindPlace, find: Find<Ctx>): void {
  const limit = createLoadLimit(typing);
  pages.act({
    path: `${place.path}/typed`,
    needs: place.needs,
    leadsTo: 'nothing',
    undone: 'nothing',
    isPart: true,
    async act(call) {
      const { principal, language, now } = call;
      const text = (call.form.get('q') ?? '').trim();
      if (limit.take(String(principal.personId), now) > 0)
        return { is: 'part', part: html`<p>${shellLabels[language].foundTooOften}</p>` };
      const kinds = text.length < shortest ? [] : [...(await find(text, call)), sectionsKind(text, call)];
      return { is: 'part', part: foundOptions(kinds, language) };
    },
  });
}

/** What a side says of its search. */
export interface FindWords {
  hint: string;
  nothing: string;
}

export function addFindPage<Ctx extends Pick<Context, 'config'>>(
  pages: Pick<Pages<Ctx>, 'page'> & TypingPages<Ctx>,
  { path, needs }: FindPlace,
  words: (call: PageCall<Ctx>) => FindWords,
  find: Find<Ctx>,
): void {
  pages.page<object>({
    path,
    needs,
    load: () => Promise.resolve({}),
    view: (_nothing, call) => findPage(html`<p>${words(call).hint}</p>`, call),
  });
  pages.act({
    path,
    needs,
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const text = (call.form.get('q') ?? '').trim();
      if (text === '') return nothingTyped(findPage(html`<p>${words(call).hint}</p>`, call), call.language);
      const kinds = [...(await find(text, call)), sectionsKind(text, call)];
      const isEmpty = kinds.every(({ hits }) => hits.length === 0);
      const main = isEmpty ? emptyView(words(call).nothing) : foundCards(kinds, call.language);
      return { is: 'shown', page: findPage(main, call) };
    },
  });
}

export const nothingTyped = (page: ShellPage, language: Language): ActEnd => ({
  is: 'wrong',
  page: { ...page, notice: { kind: 'no', text: shellLabels[language].findNothing } },
});

/** What was typed is not shown again: it may be a code. */
const findPage = <Ctx>(main: Content, { language }: PageCall<Ctx>): ShellPage => ({
  title: shellLabels[language].find,
  main: html`<h1>${shellLabels[language].find}</h1>
${main}`,
});

const sectionsKind = <Ctx>(text: string, { principal, language }: PageCall<Ctx>): FoundKind => ({
  name: shellLabels[language].foundSections,
  hits: sectionsNamed(text, principal).map(({ path, name }) => ({ text: name[language], path })),
});
