/** The part of a page that says whether something has happened since, for a script. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { at } from '../request-language.ts';

interface LivePart {
  /** Address at which the part is asked for. */
  path: string;
  /** Any text that changes with what the page shows. */
  state: string;
  language: Language;
  /** Seconds from one ask to the next. */
  every?: number;
  content?: Content;
}

/** Somebody who waits would look as often. */
const usualSeconds = 20;

const renewed: Record<Language, string> = { ru: 'Обновлено', en: 'Renewed' };

/** What has no content of its own says that the page was renewed, to those who listen to it. */
export const livePart = ({ path, state, language, every = usualSeconds, content }: LivePart): Html =>
  html`<div id="live" data-at="${at(path, language)}" data-seconds="${String(every)}" data-state="${state}"${content === undefined && html` class="quiet" role="status" data-said="${renewed[language]}"`}>${content}</div>`;
