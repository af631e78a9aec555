/** Parts that the pages of signing in share: context, frame and the page that follows. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { setFlash, type Session } from '../../people/sessions/session.ts';
import type { Weakness } from '../../platform/secrets/weak-password.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { errorSummary, fieldView, formTitle, type FieldErrors } from '../../web/form-view.ts';
import { renderPage, type PageParts } from '../../web/frame.ts';
import { shellScriptPath } from '../../web/page-assets.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import type { WithMenuCounts } from '../../web/signed-in.ts';
import { askFirst } from '../../web/confirm/ask-first.ts';
import type { Question } from '../../web/confirm/question.ts';
import type { SessionCookie } from '../../web/session-cookie.ts';
import { partyName, shellFooter, shellNavigation, shellTop, wayOut } from '../../web/shell/shell-view.ts';
import { readStyle } from '../../web/styles.ts';
import type { SignInLabels } from './labels-ru.ts';
import { flashText, signInLabels, type Flash } from './labels.ts';

export interface SignInContext
  extends Pick<Context, 'config' | 'db' | 'cells' | 'keyring' | 'clock' | 'log'>, WithMenuCounts {}

/** What the routes of these pages share. */
export interface SignInParts {
  ctx: SignInContext;
  cookie: SessionCookie;
  /** Cookie by which a browser is recognised in which somebody signed in before. */
  device: SessionCookie;
}

const style = readStyle(new URL('./sign-in.css', import.meta.url));

export interface PersonPage {
  title: string;
  path: string;
  main: (labels: SignInLabels, language: Language) => Content;
  errors?: FieldErrors;
  /** Over the card, for what no field can say. */
  notice?: { kind: 'yes' | 'no' | 'note'; text: string } | null;
  scripts?: readonly string[];
  status?: number;
}

/** Sends a page of this folder, in its frame: the way to other pages is there for who is signed in whole. */
export function sendPersonPage(request: FastifyRequest, reply: FastifyReply, page: PersonPage): FastifyReply {
  const language = languageOf(request, request.session?.language);
  const labels = signInLabels[language];
  const { title, path, errors = {}, notice = null, scripts = [], status = 200 } = page;
  const flash = request.method === 'GET' ? flashText(request.session?.flash ?? null, language) : null;
  const said = notice ?? (flash === null ? null : { kind: 'note' as const, text: flash });
  const main = html`${said !== null && html`<p class="notice ${said.kind}" role="${said.kind === 'no' ? 'alert' : 'status'}">${said.text}</p>`}
${errorSummary(errors, language)}
${page.main(labels, language)}`;
  const isWrong = Object.keys(errors).length > 0 || notice?.kind === 'no';
  return sendPage(
    reply.code(status),
    renderPage({
      language,
      title: `${formTitle(title, isWrong, language)} · Facevalue`,
      ...surroundings(request.session, language, path),
      main,
      layout: 'narrow stack',
      styles: [style],
      scripts,
      needs: { namesItself: true, fetches: scripts.length > 0 || isSignedIn(request.session) },
    }),
  );
}

const isSignedIn = (session: Session | null): boolean => session?.owes === 'nothing';

/** Whoever owes nothing finds these pages among the others of the organisation. */
function surroundings(
  session: Session | null,
  language: Language,
  path: string,
): Pick<PageParts, 'top' | 'navigation' | 'footer' | 'scriptPaths'> {
  if (session === null) return { top: { place: 'Facevalue', path } };
  const place = { session, language, path };
  return isSignedIn(session)
    ? {
        top: shellTop(place, path),
        navigation: shellNavigation(place),
        footer: shellFooter(language),
        scriptPaths: [shellScriptPath],
      }
    : { top: { place: partyName(session, language), links: wayOut(language), path } };
}

interface Onward {
  /** The cookie of a session that begins or goes on here. */
  session?: string | null;
  /** That by which this browser is known from now on. */
  known?: string | null;
  flash?: Flash | null;
}

/** Leads on after an act; what is to be said stands on the next page. */
export async function goOn(
  { ctx, cookie, device }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { session = null, known = null, flash = null }: Onward = {},
): Promise<FastifyReply> {
  if (session !== null) cookie.set(reply, session);
  if (known !== null) device.set(reply, known);
  if (flash !== null) await setFlash(ctx.db, session ?? cookie.read(request), flash);
  return reply.headers(privatePageHeaders()).redirect(at(path, languageOf(request)), 303);
}

/** The form of an act that was agreed to; null: its question, or the way back from it, was sent. */
export async function agreedTo(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asks: (form: URLSearchParams) => Promise<Question | null>,
): Promise<URLSearchParams | null> {
  const answered = await askFirst(parts.ctx, request, asks);
  switch (answered.is) {
    case 'go':
      return answered.form;
    case 'ask': {
      const { title, main, back } = answered;
      // The other language begins at the form again.
      sendPersonPage(request, reply, { title, path: back, main: () => main });
      return null;
    }
    case 'not-again': {
      // What the first of two presses left to be said comes first.
      const flash = request.session?.flash === null ? 'notAgain' : null;
      await goOn(parts, request, reply, answered.to, { flash });
      return null;
    }
  }
}

export const weaknessText = (why: Weakness, labels: SignInLabels): string => labels[why];

/** A new password, twice. */
export const passwordFields = (
  labels: SignInLabels,
  errors: FieldErrors,
): Html => html`${fieldView({ name: 'chosen', label: labels.newPassword, hint: labels.passwordRule, error: errors['chosen'], type: 'password', attributes: html`autocomplete="new-password" required maxlength="200"` })}
${fieldView({ name: 'repeat', label: labels.repeat, error: errors['repeat'], type: 'password', attributes: html`autocomplete="new-password" required maxlength="200"` })}`;

export const codeField = (label: string, errors: FieldErrors): Html =>
  fieldView({
    name: 'code',
    label,
    error: errors['code'],
    look: 'digits',
    attributes: html`autocomplete="one-time-code" inputmode="text" autocapitalize="characters" spellcheck="false" required maxlength="20"`,
  });

export const labelsOf = (request: FastifyRequest): SignInLabels =>
  signInLabels[languageOf(request, request.session?.language)];

export const deviceOf = (request: FastifyRequest): { address: string; agent: string } => ({
  address: request.ip,
  agent: request.headers['user-agent'] ?? '',
});

export const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);
