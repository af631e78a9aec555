/** The pages of the till: check, redeem, their results, and the redemptions of today. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatDate, formatFace } from '../../platform/text/formats.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { kopecksPerRouble } from '../../platform/values/money.ts';
import type { Checked } from '../../redemption/check-code.ts';
import type { ListedRedemption } from '../../redemption/find-redemption.ts';
import type { Redeemed } from '../../redemption/redeem-ask.ts';
import { maxNumberLength } from '../../redemption/till.ts';
import { normaliseNumber } from '../../vault/compared-number.ts';
import { fieldView, formTitle } from '../../web/form-view.ts';
import type { Page } from '../../web/frame.ts';
import { messageView, type Message } from '../../web/message-view.ts';
import { at } from '../../web/request-language.ts';
import { exactMomentView } from '../../web/shell/parts-view.ts';
import { verdictView } from '../../web/verdict-view.ts';
import { inGroups, partNotice, tillLayout, type SignedInTill } from './layout.ts';
import { tillLabels, type TillLabels } from './labels.ts';

interface View {
  language: Language;
  till: SignedInTill;
}

export function checkPage({ language, till }: View): Page {
  const labels = tillLabels[language];
  const main = html`<h1>${labels.checkTitle}</h1>
${numberForm(language, labels.check)}
<button class="button" type="button" data-scan hidden>${labels.scan}</button>
<p class="notice no" role="alert" data-failed hidden>${labels.scanFailed}</p>
<div class="camera" data-camera hidden>
<p class="hint" role="status">${labels.scanHint}</p>
<video muted playsinline aria-label="${labels.scanHint}"></video>
<button class="button" type="button" data-stop>${labels.scanStop}</button>
</div>`;
  return tillLayout({
    language,
    title: labels.checkTitle,
    path: '/till',
    till,
    main,
    camera: true,
    asks: true,
  });
}

export interface VerdictAsk {
  number: string;
  idempotencyKey: string;
  /** The typed value of a refused form, and the reason. */
  amount?: string;
  amountError?: string;
}

/** The answer to a number: yes with the question whether to redeem, or no with the reason. */
export function verdictPage(
  { language, till }: View,
  checked: Extract<Checked, { is: 'known' }>,
  ask: VerdictAsk,
): Page {
  if (checked.state !== 'active') {
    const facts = html`${checked.state === 'choice' && leftView(checked, language)}${factsOf(checked, language)}`;
    return refusalPage({ language, till }, checked.state, checked.redeemed, facts);
  }
  const labels = tillLabels[language];
  const { faceKopecks, leftKopecks } = checked;
  const face = formatFace(faceKopecks, language);
  const main = html`${verdict('yes', labels.yes)}
<dl class="facts">${leftView(checked, language)}
${leftKopecks !== faceKopecks && html`<div><dt>${labels.face}</dt><dd${leftKopecks === null && html` class="large"`}>${face}</dd></div>`}
${factsOf(checked, language)}
<div><dt>${labels.number}</dt><dd class="digits small">${inGroups(normaliseNumber(ask.number))}</dd></div></dl>
<form method="post" action="${at('/till/redeem', language)}">
<input type="hidden" name="number" value="${ask.number}">
<input type="hidden" name="key" value="${ask.idempotencyKey}">
${
  leftKopecks === null
    ? html`<p>${labels.redeemQuestion}</p>
<button class="button main accept" type="submit">${labels.redeem(face)}</button>`
    : amountView(language, leftKopecks, ask)
}
</form>
<a class="button" href="${at('/till', language)}">${labels.cancel}</a>`;
  const title = formTitle(labels.yes, ask.amountError !== undefined, language);
  return tillLayout({ language, title, path: '/till', till, main, asks: leftKopecks !== null });
}

/**
 * How much of what is left: all of it, unless the cashier types less. Scanners send Enter, also for a second reading that comes while this
 * page loads; it presses the first button, so that nobody redeems without pressing the second one.
 */
function amountView(language: Language, leftKopecks: number, { amount, amountError }: VerdictAsk): Html {
  const labels = tillLabels[language];
  const attributes = html`inputmode="decimal" autocomplete="off" enterkeyhint="done" required maxlength="16" autofocus`;
  return html`<button type="submit" disabled hidden></button>
<p>${labels.partQuestion}</p>
${fieldView({ name: 'amount', label: labels.amount, hint: labels.amountHint(formatFace(leftKopecks, language)), value: amount ?? typedAmount(leftKopecks, language), error: amountError, look: 'number', attributes })}
<button class="button main accept" type="submit">${labels.redeemPart}</button>`;
}

/** An amount as a cashier would type it. */
const typedAmount = (kopecks: number, language: Language): string => {
  const [roubles, odd] = [Math.trunc(kopecks / kopecksPerRouble), kopecks % kopecksPerRouble];
  return odd === 0
    ? String(roubles)
    : `${roubles}${language === 'ru' ? ',' : '.'}${String(odd).padStart(2, '0')}`;
};

/** An unknown number is shown as read, and is in the field for correction. */
export function unknownPage({ language, till }: View, typed: string): Page {
  const labels = tillLabels[language];
  const read = normaliseNumber(typed);
  const main = html`${verdict('no', labels.unknown, labels.no)}
${read !== '' && html`<dl class="facts"><div><dt>${labels.numberRead}</dt><dd class="digits small">${inGroups(read)}</dd></div></dl>`}
<p>${labels.unknownHint}</p>
${numberForm(language, labels.checkAgain, typed)}
<a class="button" href="${at('/till', language)}">${labels.next}</a>`;
  return tillLayout({ language, title: labels.unknown, path: '/till', till, main, asks: true });
}

function numberForm(language: Language, submit: string, typed = ''): Html {
  const labels = tillLabels[language];
  const attributes = html`autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="${maxNumberLength}" autofocus`;
  return html`<form method="post" action="${at('/till/check', language)}">
${fieldView({ name: 'number', label: labels.number, hint: labels.numberHint, value: typed, look: 'number', attributes })}
<button class="button main" type="submit">${submit}</button>
</form>`;
}

export type TillRefusal = 'inactive' | 'redeemed' | 'expired' | 'blocked' | 'choice';

export function refusalPage(
  { language, till }: View,
  state: TillRefusal,
  redeemed: { at: Date; till: string } | null = null,
  facts: Content = null,
): Page {
  const labels = tillLabels[language];
  const main = html`${verdict('no', labels.states[state], labels.no)}
<p>${labels.hints[state]}</p>
<dl class="facts">${
    redeemed !== null &&
    html`<div><dt>${labels.redeemedWhen}</dt><dd>${exactMomentView(redeemed.at, language)} (${labels.moscow})</dd></div>
<div><dt>${labels.redeemedWhere}</dt><dd>${redeemed.till}</dd></div>`
  }${facts}</dl>
<a class="button main" href="${at('/till', language)}">${labels.next}</a>`;
  return tillLayout({ language, title: labels.states[state], path: '/till', till, main });
}

export function redeemedPage({ language, till }: View, done: Extract<Redeemed, { is: 'redeemed' }>): Page {
  const labels = tillLabels[language];
  const { part } = done;
  const title = part === null || part.leftKopecks === 0 ? labels.done : labels.donePart;
  const main = html`${verdict('yes', title)}
<dl class="facts">
<div><dt>${labels.transaction}</dt><dd class="digits">${inGroups(done.transaction)}</dd></div>
${
  part === null
    ? html`<div><dt>${labels.face}</dt><dd class="large">${formatFace(done.faceKopecks, language)}</dd></div>`
    : html`<div><dt>${labels.taken}</dt><dd class="large">${formatFace(part.amountKopecks, language)}</dd></div>
<div><dt>${labels.left}</dt><dd>${formatFace(part.leftKopecks, language)}</dd></div>`
}
<div><dt>${labels.product}</dt><dd>${done.productTitle}</dd></div>
<div><dt>${labels.redeemedWhen}</dt><dd>${exactMomentView(done.redeemedAt, language)} (${labels.moscow})</dd></div>
<div><dt>${labels.redeemedWhere}</dt><dd>${till.supplierName} · ${till.tillName}</dd></div>
</dl>
<p class="hint">${part === null ? labels.transactionHint : labels.partHint}</p>
<a class="button main" href="${at('/till', language)}">${labels.next}</a>`;
  return tillLayout({ language, title, path: '/till', till, main });
}

export function todayPage(
  { language, till }: View,
  { redemptions, isPart, mayUndo }: { redemptions: ListedRedemption[]; isPart: boolean; mayUndo: boolean },
): Page {
  const labels = tillLabels[language];
  const inForce = redemptions.filter(({ undoneAt }) => undoneAt === null);
  const sum = inForce.reduce((kopecks, one) => kopecks + one.amountKopecks, 0);
  const lines = redemptions.map(
    (one) => html`<li><span class="digits">${inGroups(one.transaction)}</span>
<span class="sum">${formatFace(one.amountKopecks, language)}</span>
<span class="hint">${one.productTitle}</span><span class="hint">${moscowDateTime(one.redeemedAt).slice(11)}</span>${
      one.undoneAt !== null &&
      html`<span class="hint no">${labels.undoneAt(moscowDateTime(one.undoneAt).slice(11, 16))}</span>`
    }${mayUndo && one.undoneAt === null && html`<a href="${at(`/s/redeemed/${one.transaction}`, language)}">${labels.undo}</a>`}</li>`,
  );
  const main = html`<h1>${labels.today}</h1>
${partNotice(isPart, language)}
${
  redemptions.length === 0
    ? !isPart && html`<p>${labels.todayNothing}</p>`
    : html`<p>${labels.todayTotal(inForce.length, formatFace(sum, language))}</p><ul class="list">${lines}</ul>`
}
<a class="button main" href="${at('/till', language)}">${labels.next}</a>
${mayUndo && html`<p><a href="${at('/s/redeemed', language)}">${labels.allRedeemed}</a></p>`}`;
  return tillLayout({ language, title: labels.today, path: '/till/today', till, main });
}

export type TillNotice =
  | { is: 'too-many'; minutes: number }
  | { is: 'busy' }
  | { is: 'failed' }
  | { is: 'expired-form' }
  | { is: 'undone' }
  | { is: 'other-amount' };

/** Errors other than those of certificates; says that a retry is safe. */
export function noticePage(language: Language, notice: TillNotice): Page {
  const labels = tillLabels[language];
  const [sign, title, text] = noticeTexts(notice, labels);
  const action = { text: labels.till, address: at('/till', language) };
  const main = messageView({ title, text, sign, action });
  return tillLayout({ language, title, path: '/till', till: null, main, isMessage: true });
}

function noticeTexts(
  notice: TillNotice,
  labels: TillLabels,
): [sign: NonNullable<Message['sign']>, title: string, text: string] {
  switch (notice.is) {
    case 'too-many':
      return ['wait', labels.tooMany, labels.tooManyHint(notice.minutes)];
    case 'busy':
      return ['wait', labels.busy, labels.busyHint];
    case 'failed':
      return ['trouble', labels.failed, labels.failedHint];
    case 'expired-form':
      return ['trouble', labels.expiredForm, labels.expiredFormHint];
    case 'undone':
      return ['trouble', labels.undone, labels.undoneHint];
    case 'other-amount':
      return ['trouble', labels.otherAmount, labels.otherAmountHint];
  }
}

function factsOf(checked: Extract<Checked, { is: 'known' }>, language: Language): Html {
  const labels = tillLabels[language];
  const { expiresAt } = checked;
  return html`<div><dt>${labels.product}</dt><dd>${checked.productTitle}</dd></div>
<div><dt>${labels.validity}</dt><dd>${expiresAt === null ? labels.unlimited : labels.until(formatDate(expiresAt, language))}</dd></div>`;
}

const leftView = ({ leftKopecks }: Extract<Checked, { is: 'known' }>, language: Language): Html | null =>
  leftKopecks === null
    ? null
    : html`<div><dt>${tillLabels[language].left}</dt><dd class="large">${formatFace(leftKopecks, language)}</dd></div>`;

const verdict = (is: 'yes' | 'no', title: string, over: string | null = null): Html =>
  verdictView(is, html`<div>${over !== null && html`<p>${over}</p>`}<h1>${title}</h1></div>`);
