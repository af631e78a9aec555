import { html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { lockMinutes } from '../../redemption/till-sessions.ts';
import { at, formToken, tillLayout, type SignedInTill } from './layout.ts';
import { tillWords } from './words.ts';

export const leastPassword = 10;
export const mostPassword = 200;

export type SignInNote = 'refused' | 'locked' | 'signed-out' | null;

export function signInPage(language: Language, note: SignInNote, login = ''): string {
  const words = tillWords[language];
  const said = {
    refused: words.signInRefused,
    locked: words.signInLocked(lockMinutes),
    'signed-out': words.signedOut,
  };
  const main = html`<h1>${words.signInTitle}</h1>
${note !== null && html`<p class="alert" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/sign-in', language)}">
<div class="field"><label for="login">${words.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="60" aria-describedby="login-hint">
<p class="hint" id="login-hint">${words.loginHint}</p></div>
<div class="field"><label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="${mostPassword}"></div>
<button class="button main" type="submit">${words.signIn}</button>
</form>`;
  return tillLayout({ language, title: words.signInTitle, path: '/till', till: null, main });
}

export function passwordPage(
  language: Language,
  till: SignedInTill,
  note: 'short' | 'differ' | null,
): string {
  const words = tillWords[language];
  const said = { short: words.passwordShort(leastPassword), differ: words.passwordsDiffer };
  const field = (id: string, label: string) => html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="password" autocomplete="new-password" required minlength="${leastPassword}" maxlength="${mostPassword}"></div>`;
  const main = html`<h1>${words.choosePassword}</h1>
<p class="hint">${words.chooseHint}</p>
${note !== null && html`<p class="alert" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/password', language)}">${formToken(till)}
${field('password', words.newPassword)}
${field('repeat', words.repeatPassword)}
<button class="button main" type="submit">${words.save}</button>
</form>`;
  return tillLayout({ language, title: words.choosePassword, path: '/till', till, main });
}
