/** The opened code and its actions. Without scripts the buttons that need one are missing. */
import { barcodeBars, barsPath, isSquare } from '../../certificates/documents/barcode.ts';
import { barcodeText, codeBlocks, titleIn } from '../../certificates/certificate.ts';
import { worthText } from '../../certificates/worth.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { own } from '../../platform/text/own.ts';
import { codeGroups } from '../../platform/text/typography.ts';
import type { DesignBlocks } from '../../certificates/templates/design.ts';
import type { ShownOpen } from './shown-gift.ts';
import type { GiftLabels } from './gift-labels.ts';

/** Longer linear codes are turned by 90° on a phone; otherwise their bars would be too fine for a scanner. */
const maxModulesAcross = 200;

interface CodePage {
  open: ShownOpen;
  /** Can no longer be used. */
  over: boolean;
  language: Language;
  address: Html;
  /** How long a device may keep the copy, and where the page says so. */
  keeping: Html;
}

export function codeView({ open, over, language, address, keeping }: CodePage, labels: GiftLabels): Html {
  const { view, code, wallets } = open;
  const bars = over ? null : barsOf(open);
  const blocks: Record<DesignBlocks['code'][number], () => Html | null> = {
    number: () =>
      value('number', labels.number, code.number, [labels.copyNumber, labels.copiedNumber], labels),
    pin: () => value('pin', labels.pin, code.pin, [labels.copyPin, labels.copiedPin], labels),
    barcode: () => bars && barcodeView(bars, labels),
  };
  const drawn = codeBlocks(view, code);
  const footer = view.design.blocks.below.includes('order_number')
    ? `${labels.order}: ${view.orderNumber}`
    : '';
  return html`<section class="code" id="code" aria-labelledby="code-title">
<h2 id="code-title">${over ? labels.codeOver : labels.code}</h2>
${drawn.map((block) => blocks[block]())}
<div class="actions">
${wallets.map((name) => html`<form method="post" action="${address}/wallet/${name}?lang=${language}" class="online"><button class="button">${labels.wallets[name]}</button></form>`)}
<form method="post" action="${address}/pdf?lang=${language}" class="online"><button class="button">${labels.downloadPdf}</button></form>
<button type="button" class="button" data-picture="certificate-${own(view.orderNumber.replaceAll(/[^\w-]/g, ''))}.png" data-footer="${own(footer)}" hidden>${labels.saveAsPicture}</button>
<button type="button" class="button" data-print hidden>${labels.print}</button>
</div>
${keeping}
<p class="quiet" role="status" data-said></p>
${bars !== null && drawn.includes('barcode') && tillView(bars, open, language, labels)}
</section>`;
}

function value(
  id: string,
  label: string,
  text: string,
  [copy, copied]: [string, string],
  labels: GiftLabels,
): Html {
  return html`<dl class="value"><dt>${label}</dt><dd><span class="digits" id="${id}">${own(grouped(text))}</span><button type="button" class="button copy" data-copy="${id}" data-done="${labels.copied}" data-say="${copied}" aria-label="${copy}" hidden>${labels.copy}</button></dd></dl>`;
}

/** The gaps between groups are visual only, so that copied text is exactly the code. */
function grouped(text: string): Html[] | string {
  const groups = codeGroups(text);
  return groups.length === 1 ? text : groups.map((group) => html`<span>${group}</span>`);
}

type Shape = 'square' | 'stacked' | 'wide';

function barsOf({ view, code }: ShownOpen): DrawnBars | null {
  const bars = barcodeBars(view.barcode.kind, barcodeText(view, code));
  if (bars === null) return null;
  const { kind, width, height } = bars;
  const shape = isSquare(bars) ? 'square' : kind === 'pdf417' ? 'stacked' : 'wide';
  return { width, height, path: barsPath(bars), shape };
}

interface DrawnBars {
  width: number;
  height: number;
  path: string;
  shape: Shape;
}

/** A linear code may be stretched; the others keep their proportions. */
const svgOf = (bars: DrawnBars, label: string, inner: Html): Html =>
  html`<svg role="img" aria-label="${label}" class="${bars.shape}" viewBox="0 0 ${bars.width} ${bars.height}" width="${bars.width * 2}" height="${bars.height * 2}"${bars.shape === 'wide' && raw(' preserveAspectRatio="none"')} shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${bars.width}v${bars.height}H0z"/>${inner}</svg>`;

const barcodeView = (bars: DrawnBars, labels: GiftLabels): Html =>
  html`<figure class="barcode">${svgOf(bars, labels.barcode, html`<path id="bars" d="${own(bars.path)}"/>`)}<figcaption>${labels.barcodeHint}</figcaption><a class="button" href="#till" data-till>${labels.showLarge}</a></figure>`;

/** The barcode full-screen on white. A link to its anchor shows it, so it needs no script; a script makes it modal. */
const tillView = (bars: DrawnBars, { view, code }: ShownOpen, language: Language, labels: GiftLabels): Html =>
  html`<dialog class="till" id="till" aria-labelledby="till-title">
<h2 id="till-title">${titleIn(view, language)} · <b>${own(worthText(view, language))}</b></h2>
${svgOf(bars, labels.barcode, html`<use href="#bars"/>`)}
${bars.shape === 'wide' && bars.width > maxModulesAcross && turnedSvg(bars, labels.barcode)}
<p class="till-code"><b class="digits">${own(grouped(code.number))}</b>${code.pin !== '' && html` <span class="pin">${labels.pin} <b class="digits">${own(code.pin)}</b></span>`}</p>
<p class="till-hint">${labels.largeHint}</p>
<a class="button" href="#code" data-close>${labels.close}</a>
</dialog>`;

const turnedSvg = ({ width, height }: DrawnBars, label: string): Html =>
  html`<svg role="img" aria-label="${label}" class="turned" viewBox="0 0 ${height} ${width}" preserveAspectRatio="none" shape-rendering="crispEdges"><use href="#bars" transform="translate(${height}) rotate(90)"/></svg>`;
