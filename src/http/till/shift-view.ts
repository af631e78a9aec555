/** What the cashier took since the last shift was closed, closing it, and the shifts before. */
import { formatCount, formatFace, formatShortMoment } from '../../platform/text/formats.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Shift } from '../../redemption/shifts.ts';
import type { Page } from '../../web/frame.ts';
import { at } from '../../web/request-language.ts';
import { tillLabels } from './labels.ts';
import { partNotice, tillLayout, type SignedInTill } from './layout.ts';

interface View {
  language: Language;
  till: SignedInTill;
}

/** A shift is closed only by who sees all of it. */
export function shiftPage(
  { language, till }: View,
  { open, closed, isPart }: { open: Shift | null; closed: Shift[]; isPart: boolean },
): Page {
  const labels = tillLabels[language];
  const main = html`<h1>${labels.shift}</h1>
${partNotice(isPart, language)}
${
  open === null
    ? !isPart && html`<p>${labels.shiftNothing}</p>`
    : html`<p>${labels.shiftSince(formatShortMoment(open.beganAt, language))}</p>${sumsView(open, language)}${!isPart && closeForm(language)}`
}
${
  closed.length > 0 &&
  html`<h2>${labels.shiftsBefore}</h2><ul class="list">${closed.map(
    (shift) => html`<li><span>${shift.endedAt !== null && formatShortMoment(shift.endedAt, language)}</span>
<span class="sum">${formatFace(shift.sumKopecks, language)}</span>
<span class="hint">${labels.shiftCount}: ${formatCount(shift.redeemed, language)}</span>${shift.undone > 0 && html`<span class="hint">${labels.shiftUndone}: ${formatCount(shift.undone, language)}</span>`}</li>`,
  )}</ul>`
}
<a class="button" href="${at('/till', language)}">${labels.next}</a>`;
  return tillLayout({ language, title: labels.shift, path: '/till/shift', till, main });
}

const closeForm = (language: Language): Html => html`
<form method="post" action="${at('/till/shift', language)}"><button class="button main" type="submit">${tillLabels[language].shiftClose}</button></form>
<p class="hint">${tillLabels[language].shiftHint}</p>`;

function sumsView({ redeemed, sumKopecks, undone }: Shift, language: Language): Html {
  const labels = tillLabels[language];
  return html`<dl class="facts"><div><dt>${labels.shiftSum}</dt><dd class="large">${formatFace(sumKopecks, language)}</dd></div>
<div><dt>${labels.shiftCount}</dt><dd>${formatCount(redeemed, language)}</dd></div>
${undone > 0 && html`<div><dt>${labels.shiftUndone}</dt><dd>${formatCount(undone, language)}</dd></div>`}</dl>`;
}
