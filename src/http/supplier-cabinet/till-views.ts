import { html, raw, type Content, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { dateWords, faceWords } from '../../platform/web/words.ts';
import { moscowDateTime } from '../../platform/moscow-time.ts';
import type { Checked } from '../../redemption/check-code.ts';
import type { ListedRedemption } from '../../redemption/find-redemption.ts';
import { maxNumberLength } from '../../redemption/till.ts';
import { normaliseNumber } from '../../vault/seal-code.ts';
import { at, formToken, inGroups, tillLayout, type SignedInTill } from './layout.ts';
import { tillWords } from './words.ts';

interface View {
  language: Language;
  till: SignedInTill;
}

export function checkPage({ language, till }: View): string {
  const words = tillWords[language];
  const main = html`<h1>${words.checkTitle}</h1>
${numberForm({ language, till }, words.check)}
<button class="button" type="button" data-scan hidden>${words.scan}</button>
<p class="alert" role="alert" data-failed hidden>${words.scanFailed}</p>
<div class="camera" data-camera hidden>
<p class="hint" role="status">${words.scanHint}</p>
<video muted playsinline aria-label="${words.scanHint}"></video>
<button class="button" type="button" data-stop>${words.scanStop}</button>
</div>`;
  return tillLayout({ language, title: words.checkTitle, path: '/till', till, main, scripts: true });
}

/** The answer to a number: a big yes with the question whether to redeem, or a big no with its reason. */
export function verdictPage(
  { language, till }: View,
  checked: Extract<Checked, { is: 'known' }>,
  ask: { number: string; idempotencyKey: string },
): string {
  if (checked.state !== 'active') {
    return refusalPage({ language, till }, checked.state, checked.redeemed, factsOf(checked, language));
  }
  const words = tillWords[language];
  const face = faceWords(checked.faceKopecks, language);
  const main = html`${verdict('yes', words.yes)}
<dl class="facts"><div><dt>${words.face}</dt><dd class="large">${face}</dd></div>
${factsOf(checked, language)}
<div><dt>${words.number}</dt><dd class="digits small">${inGroups(normaliseNumber(ask.number))}</dd></div></dl>
<form method="post" action="${at('/till/redeem', language)}">${formToken(till)}
<input type="hidden" name="number" value="${ask.number}">
<input type="hidden" name="key" value="${ask.idempotencyKey}">
<p>${words.redeemQuestion}</p>
<button class="button accept" type="submit">${words.redeem(face)}</button>
</form>
<a class="button" href="${at('/till', language)}">${words.cancel}</a>`;
  return tillLayout({ language, title: words.yes, path: '/till', till, main });
}

/** Nobody knows the number: it is shown as it was read, and stands in the field to be corrected. */
export function unknownPage({ language, till }: View, typed: string): string {
  const words = tillWords[language];
  const read = normaliseNumber(typed);
  const main = html`${verdict('no', words.unknown, words.no)}
${read !== '' && html`<dl class="facts"><div><dt>${words.numberRead}</dt><dd class="digits small">${inGroups(read)}</dd></div></dl>`}
<p>${words.unknownHint}</p>
${numberForm({ language, till }, words.checkAgain, typed)}
<a class="button" href="${at('/till', language)}">${words.next}</a>`;
  return tillLayout({ language, title: words.unknown, path: '/till', till, main });
}

function numberForm({ language, till }: View, submit: string, typed = ''): Html {
  const words = tillWords[language];
  return html`<form method="post" action="${at('/till/check', language)}">${formToken(till)}
<div class="field"><label for="number">${words.number}</label>
<input class="number" id="number" name="number" value="${typed}" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="${maxNumberLength}" autofocus aria-describedby="number-hint">
<p class="hint" id="number-hint">${words.numberHint}</p></div>
<button class="button main" type="submit">${submit}</button>
</form>`;
}

export type TillRefusal = 'inactive' | 'redeemed' | 'expired' | 'blocked';

export function refusalPage(
  { language, till }: View,
  state: TillRefusal,
  redeemed: { at: Date; till: string } | null = null,
  facts: Content = null,
): string {
  const words = tillWords[language];
  const main = html`${verdict('no', words.states[state], words.no)}
<p>${words.hints[state]}</p>
<dl class="facts">${
    redeemed !== null &&
    html`<div><dt>${words.redeemedWhen}</dt><dd>${moment(redeemed.at)} (${words.moscow})</dd></div>
<div><dt>${words.redeemedWhere}</dt><dd>${redeemed.till}</dd></div>`
  }${facts}</dl>
<a class="button main" href="${at('/till', language)}">${words.next}</a>`;
  return tillLayout({ language, title: words.states[state], path: '/till', till, main });
}

export function redeemedPage(
  { language, till }: View,
  done: { transaction: string; redeemedAt: Date; productTitle: string; faceKopecks: number },
): string {
  const words = tillWords[language];
  const main = html`${verdict('yes', words.done)}
<dl class="facts">
<div><dt>${words.transaction}</dt><dd class="digits">${inGroups(done.transaction)}</dd></div>
<div><dt>${words.face}</dt><dd class="large">${faceWords(done.faceKopecks, language)}</dd></div>
<div><dt>${words.product}</dt><dd>${done.productTitle}</dd></div>
<div><dt>${words.redeemedWhen}</dt><dd>${moment(done.redeemedAt)} (${words.moscow})</dd></div>
</dl>
<p class="hint">${words.transactionHint}</p>
<a class="button main" href="${at('/till', language)}">${words.next}</a>`;
  return tillLayout({ language, title: words.done, path: '/till', till, main });
}

export function todayPage({ language, till }: View, redemptions: ListedRedemption[]): string {
  const words = tillWords[language];
  const sum = redemptions.reduce((kopecks, one) => kopecks + one.faceKopecks, 0);
  const lines = redemptions.map(
    (one) => html`<li><span class="digits">${inGroups(one.transaction)}</span>
<span class="sum">${faceWords(one.faceKopecks, language)}</span>
<span class="hint">${one.productTitle}</span><span class="hint">${moscowDateTime(one.redeemedAt).slice(11)}</span></li>`,
  );
  const main = html`<h1>${words.today}</h1>
${
  redemptions.length === 0
    ? html`<p>${words.todayNothing}</p>`
    : html`<p>${words.todayTotal(redemptions.length, faceWords(sum, language))}</p><ul class="list">${lines}</ul>`
}
<a class="button main" href="${at('/till', language)}">${words.next}</a>`;
  return tillLayout({ language, title: words.today, path: '/till/today', till, main });
}

export type TillNotice =
  | { is: 'too-many'; minutes: number }
  | { is: 'busy' }
  | { is: 'failed' }
  | { is: 'expired-form' };

/** What goes wrong around the certificates; says that trying again is safe. */
export function noticePage(language: Language, notice: TillNotice): string {
  const words = tillWords[language];
  const [title, text] = {
    'too-many': () => [words.tooMany, words.tooManyHint(notice.is === 'too-many' ? notice.minutes : 0)],
    busy: () => [words.busy, words.busyHint],
    failed: () => [words.failed, words.failedHint],
    'expired-form': () => [words.expiredForm, words.expiredFormHint],
  }[notice.is]();
  const main = html`<h1>${title}</h1>
<p>${text}</p>
<a class="button main" href="${at('/till', language)}">${words.till}</a>`;
  return tillLayout({ language, title: title ?? '', path: '/till', till: null, main });
}

function factsOf(checked: Extract<Checked, { is: 'known' }>, language: Language): Html {
  const words = tillWords[language];
  const { expiresAt } = checked;
  return html`<div><dt>${words.product}</dt><dd>${checked.productTitle}</dd></div>
<div><dt>${words.validity}</dt><dd>${expiresAt === null ? words.unlimited : words.until(dateWords(expiresAt, language))}</dd></div>`;
}

const glyphs = {
  yes: raw('<path d="M16 33l11 11 21-24"/>'),
  no: raw('<path d="M20 20l24 24M44 20L20 44"/>'),
};

function verdict(is: 'yes' | 'no', title: string, over: string | null = null): Html {
  return html`<div class="verdict ${is}"><svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="32" cy="32" r="28" stroke-width="4"/>${glyphs[is]}</svg>
<div>${over !== null && html`<p>${over}</p>`}<h1>${title}</h1></div></div>`;
}

const moment = (instant: Date): Html =>
  html`<time datetime="${instant.toISOString()}">${moscowDateTime(instant)}</time>`;
