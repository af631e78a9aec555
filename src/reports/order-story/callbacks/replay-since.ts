/** The form that sends a client's failed callbacks again. */
import type { FailedReplayed } from '../../../callbacks/replay.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDateTime, startOfMoscowDay } from '../../../platform/time/moscow-time.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { callbackStoryLabels } from './labels.ts';

/** What is older has been looked at, or never will be. */
const longestReplayDays = 90;

/** The form that sends all callbacks again that were not accepted since a moment. */
export function replaySinceForm(path: string, since: string, errors: FieldErrors, language: Language): Html {
  const labels = callbackStoryLabels[language];
  return html`<section class="card"><form method="post" action="${at(path, language)}">
${fieldView({ name: 'since', label: labels.replayAll, hint: labels.replayAllHint, value: since, error: errors['since'], type: 'datetime-local', attributes: html`required` })}
<div class="actions"><button class="button">${labels.replayAllAct}</button></div></form></section>`;
}

/** The moment as typed, or the beginning of today. */
export const sinceShown = (form: URLSearchParams, now: Date): string =>
  form.get('since') ?? moscowDateTime(startOfMoscowDay(now)).slice(0, 16).replace(' ', 'T');

/** The moment of the field, Moscow time; null for none, or one that lies too long ago. */
export const sinceIn = (text: string | null, now: Date): Date | null =>
  /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '') ? notTooOld(new Date(`${text}:00+03:00`), now) : null;

export function notTooOld(moment: Date, now: Date): Date | null {
  const oldestMs = now.getTime() - longestReplayDays * 86_400_000;
  return Number.isNaN(moment.getTime()) || moment.getTime() < oldestMs ? null : moment;
}

/** Back to a page that says how many are sent again. */
export function replayedEnd(outcome: FailedReplayed, to: string, language: Language): ActEnd {
  if (outcome.is === 'forbidden') return { is: 'missing' };
  const text = callbackStoryLabels[language].replayedAll(outcome.callbacks, outcome.more);
  return { is: 'done', to, flash: { kind: outcome.callbacks === 0 ? 'note' : 'yes', text } };
}
