/** The question that a person confirms before an act that cannot be undone. */
import { createHash } from 'node:crypto';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { at } from '../request-language.ts';
import { confirmLabels } from './labels.ts';

export interface Question {
  title: string;
  /** Whom and how much it is about. Nothing that changes by itself: who answers agrees to exactly these. */
  facts: (readonly [name: string, value: string] | null)[];
  /** What will happen, and what of it stays as it is. */
  text: string;
  /** What of it can be put back; not given: nothing. */
  undo?: string;
  /** What the button does. */
  act: string;
  /** The page with the form. */
  back: string;
}

/** Changes with anything that the question says. */
export const fingerprint = ({ title, facts, text }: Question): string =>
  createHash('sha256')
    .update(JSON.stringify([title, facts, text]))
    .digest('base64url');

interface Asked {
  question: Question;
  /** The number under which the form is kept. */
  keptId: number;
  /** Where the form goes. */
  action: string;
  /** It was answered before, and is another question by now. */
  isChanged: boolean;
}

export function questionView({ question, keptId, action, isChanged }: Asked, language: Language): Html {
  const labels = confirmLabels[language];
  const { title, facts, text, undo = labels.forever, act, back } = question;
  return html`<section class="card narrow"><h1>${title}</h1>
${isChanged && html`<p class="notice note" role="status">${labels.changed}</p>`}
<dl class="facts columns">${facts.map((fact) => fact && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`)}</dl>
<p>${text}</p>
<p class="notice note">${undo}</p>
<form method="post" action="${action}"><input type="hidden" name="confirmed" value="${String(keptId)}"><input type="hidden" name="back" value="${back}">
<div class="actions"><button class="button main">${act}</button><a class="button" href="${at(back, language)}">${labels.back}</a></div></form></section>`;
}
