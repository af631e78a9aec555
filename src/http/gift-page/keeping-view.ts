/** How long a device keeps an opened gift. */
import { html, type Html } from '../../platform/text/html.ts';
import { own } from '../../platform/text/own.ts';
import { securityPolicy } from '../../web/page-headers.ts';
import type { ShownGift, ShownOpen } from './shown-gift.ts';
import type { GiftLabels } from './gift-labels.ts';

/** Limit for certificates without an expiry date. */
const maxKeepMs = 400 * 86_400_000;

/** Until when a device may keep the opened page; null: it must not, and deletes what it has. */
export function keepUntil({ view, now }: Pick<ShownGift, 'view' | 'now'>): Date | null {
  if (view.state !== 'active' && view.state !== 'awaiting-activation') return null;
  const latest = new Date(now.getTime() + maxKeepMs);
  return view.expiresAt === null || view.expiresAt > latest ? latest : view.expiresAt;
}

/**
 * The lines about the copy on this device, and the button that changes it; script/keep.browser.js activates them. The
 * copy gets the page's own content security policy (docs/decisions/0010-opened-gifts-are-kept-on-the-device.md).
 */
export function keepingView(open: ShownOpen, styles: readonly string[], labels: GiftLabels): Html {
  const until = keepUntil(open);
  if (until === null) return html``;
  return html`<div data-keep-until="${own(until.toISOString())}"${linesOf(styles, labels)}</div>`;
}

/** What the last page with these labels said: all gifts of a design have the same styles. */
const lastLines = new WeakMap<GiftLabels, { styles: readonly string[]; lines: Html }>();

function linesOf(styles: readonly string[], labels: GiftLabels): Html {
  const last = lastLines.get(labels);
  if (last?.styles.length === styles.length && styles.every((style, index) => style === last.styles[index]))
    return last.lines;
  const lines = html` data-policy="${securityPolicy({ styles })}">
${line(true, labels.kept, labels.forget)}
${line(false, labels.notKept, labels.keep)}
`;
  lastLines.set(labels, { styles, lines });
  return lines;
}

const line = (kept: boolean, text: string, button: string): Html =>
  html`<p class="keeping" data-keeping="${String(kept)}" hidden>${text} <button type="button" class="as-link">${button}</button></p>`;
