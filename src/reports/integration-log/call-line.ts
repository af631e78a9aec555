/** A call in one line, behind which all of it stands. */
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { momentView } from '../../web/shell/parts-view.ts';
import type { KeptCall } from '../call-log/list-calls.ts';

interface CallLine extends Pick<KeptCall, 'at' | 'address' | 'durationMs' | 'ref' | 'answered'> {
  name: string;
  state: Html;
  /** What to do about it. */
  advice?: string | null;
  asked: string;
  labels: { ref: string; milliseconds: string };
}

export const callLine = (call: CallLine, language: Language): Html =>
  html`<li><details><summary><code>${call.name}</code> <span>${call.state}</span> ${momentView(call.at, language)} <span class="hint">${call.address} · ${String(call.durationMs)} ${call.labels.milliseconds}</span></summary>
${adviceView(call.advice ?? null)}
<p class="hint">${call.labels.ref}: ${call.ref}</p><pre tabindex="0">${call.asked}</pre><pre tabindex="0">${call.answered}</pre></details></li>`;

const adviceView = (advice: string | null): Content => advice !== null && html`<p>${advice}</p>`;
