/** The failure page for browsers: what happened, what to do, and a way on. */
import type { Session } from '../people/sessions/session.ts';
import type { Language } from '../platform/text/language.ts';
import { failureLabels, wayOnLabels, type PlainFailure } from './failure-labels.ts';
import { renderPage, type Page } from './frame.ts';
import { messageView, type Message } from './message-view.ts';
import { shellScriptPath } from './page-assets.ts';
import { at } from './request-language.ts';
import { shellFooter, shellNavigation, shellTop } from './shell/shell-view.ts';
import { styleOf } from './styles.ts';

/** Pages of people who sign in; all others find the front page. */
const signedInPages = /^\/(?:c|o|s|me|in|out|team|home|switch|invite)(?:[/?]|$)/;

const signs: Partial<Record<PlainFailure, Message['sign']>> = {
  'not-found': 'broken',
  busy: 'wait',
  crowded: 'wait',
  away: 'wait',
};

/** An address relative to that of the page: the page itself, so that no address has to be repeated. */
const itself = '';

/** The navigation and the style sheet could fail too. */
const isOurs: ReadonlySet<PlainFailure> = new Set(['failed', 'failed-act', 'away']);

const style = styleOf('tokens', 'base', 'button', 'message');

export interface FailedRequest {
  language: Language;
  address: string;
  /** A form was sent; opening its address again would not send it. */
  isAct: boolean;
  session: Session | null;
}

export function failurePage(failure: PlainFailure, request: FailedRequest): Page {
  const { language, session } = request;
  const isSignedIn = session?.owes === 'nothing';
  const { title, text } =
    failureLabels[language][failure === 'not-found' && isSignedIn ? 'not-here' : failure];
  const sign = signs[failure] ?? 'trouble';
  const main = messageView({ title, text, sign, action: wayOn(failure, request) });
  const parts = { language, title: `${title} · Facevalue`, main };
  if (!isSignedIn || isOurs.has(failure))
    return renderPage({
      ...parts,
      top: { place: 'Facevalue', path: itself },
      sheet: 'none',
      styles: [style],
    });
  const place = { session, language, path: itself };
  return renderPage({
    ...parts,
    top: shellTop(place, itself),
    navigation: shellNavigation(place),
    footer: shellFooter(language),
    scriptPaths: [shellScriptPath],
    needs: { namesItself: true, fetches: true },
  });
}

function wayOn(
  failure: PlainFailure,
  { language, address, isAct }: FailedRequest,
): NonNullable<Message['action']> {
  const labels = wayOnLabels[language];
  if (isOurs.has(failure) && !isAct) return { text: labels.again, address: itself };
  return signedInPages.test(address)
    ? { text: labels.home, address: at('/home', language) }
    : { text: labels.front, address: at('/', language) };
}
