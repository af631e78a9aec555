import type { FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { shellLabels } from './labels.ts';
import { errorSummary, formTitle, type FieldErrors } from '../form-view.ts';
import { renderPage } from '../frame.ts';
import { shellScriptPath } from '../page-assets.ts';
import { addressOf } from '../request-language.ts';
import { sendPage } from '../send-page.ts';
import { docsLink } from './docs-link.ts';
import { readFlash } from './flash.ts';
import type { PageCall } from './page-call.ts';
import { liveScript, renewingHead, renewingScript } from './renewing.ts';
import { shellFooter, shellNavigation, shellTop } from './shell-view.ts';

/** What a page is, within the shell. */
export interface ShellPage {
  title: string;
  main: Content;
  /** What is wrong with the form, by field; summed up above it. */
  errors?: FieldErrors;
  /** What no field can say. */
  notice?: { kind: 'yes' | 'no' | 'note'; text: Content } | null;
  /**
   * Something is going on: the element `live` is renewed, and the page once its `data-state` is another; `parts`: only what has `data-live`,
   * and not without scripts.
   */
  renews?: boolean | 'parts';
  /** Parts with `data-live` stay as they are on the server. */
  isLive?: boolean;
  /** What only this page needs. */
  scripts?: readonly string[];
  /** Shows other pages of ours in frames. */
  hasFrames?: boolean;
}

export function sendShellPage(
  call: PageCall<Pick<Context, 'config'> & Partial<Celled>>,
  page: ShellPage,
  status: number,
): FastifyReply {
  const { request, reply, session, language, path, query } = call;
  const {
    title,
    main,
    errors = {},
    notice = null,
    renews = false,
    isLive = false,
    scripts = [],
    hasFrames = false,
  } = page;
  const { config } = call.ctx;
  const said = notice ?? (request.method === 'GET' ? readFlash(session.flash) : null);
  const isWrong = status === 422;
  const place = { session, language, path };
  return sendPage(
    reply.code(status),
    renderPage({
      language,
      title: `${formTitle(title, isWrong, language)} · Facevalue`,
      top: shellTop(place, request.method === 'GET' ? addressOf(path, query) : null),
      navigation: shellNavigation(place),
      isDense: call.isDense,
      main: html`${leftOutView(call)}${said !== null && html`<p class="notice ${said.kind}" role="${said.kind === 'no' ? 'alert' : 'status'}">${said.text}</p>`}
${errorSummary(errors, language)}
${main}`,
      footer: shellFooter(
        language,
        html`${helpView(config.supportContact, language)}${docsLink(path, language, config)}`,
      ),
      layout: 'stack',
      ...(renews === true ? { head: renewingHead } : {}),
      scripts: [...(renews !== false ? [renewingScript] : []), ...(isLive ? [liveScript] : []), ...scripts],
      scriptPaths: [shellScriptPath],
      needs: { namesItself: true, fetches: true, frames: hasFrames },
    }),
  );
}

/** What the page does not show, as its node does not answer; only the operator hears where that is. */
function leftOutView({ ctx: { leftOut = new Set() }, party, language }: PageCall<Partial<Celled>>): Content {
  if (leftOut.size === 0) return false;
  const { leftOut: said, leftOutCells } = shellLabels[language];
  const text =
    party.side === 'operator'
      ? leftOutCells([...leftOut].map(({ cell, node }) => ({ cell, node: node() })))
      : said;
  return html`<p class="notice no" role="alert">${text}</p>`;
}

/** Whom to ask; what looks like an e-mail address can be pressed. */
const helpView = (contact: string, language: Language): Content =>
  contact !== '' &&
  html`<p>${shellLabels[language].help}: ${contact
    .split(/(\s+|,)/)
    .map((part) => (isEmailAddress(part) ? html`<a href="mailto:${part}">${part}</a>` : part))}</p>`;
