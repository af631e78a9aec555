/** The pages of the till for signing in and for a new password. */
import { html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { leastPassword, mostPassword, type Weakness } from '../../platform/secrets/weak-password.ts';
import { errorSummary, fieldView, formTitle, type FieldErrors } from '../../web/form-view.ts';
import type { Page } from '../../web/frame.ts';
import { at } from '../../web/request-language.ts';
import { tillLayout, type SignedInTill } from './layout.ts';
import { tillLabels } from './labels.ts';

export type SignInNote = 'refused' | 'signed-out' | null;

export function signInPage(language: Language, note: SignInNote, login = ''): Page {
  const labels = tillLabels[language];
  const said = { refused: labels.signInRefused, 'signed-out': labels.signedOut };
  const main = html`<h1>${labels.signInTitle}</h1>
${note !== null && html`<p class="notice${note === 'refused' && ' no'}" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/sign-in', language)}">
${fieldView({ name: 'login', label: labels.login, hint: labels.loginHint, value: login, attributes: html`autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="60"` })}
${fieldView({ name: 'password', label: labels.password, type: 'password', attributes: html`autocomplete="current-password" required maxlength="${mostPassword}"` })}
<button class="button main" type="submit">${labels.signIn}</button>
</form>
<p class="foot"><a href="${at('/in', language)}&next=/till">${labels.byEmail}</a></p>`;
  const title = formTitle(labels.signInTitle, note === 'refused', language);
  return tillLayout({ language, title, path: '/till', till: null, main });
}

/** Why a new password was refused: it is weak, the two differ, or the old one is wrong. */
export type PasswordNote = Weakness | 'differ' | 'wrong';

export function passwordPage(
  language: Language,
  till: SignedInTill,
  { oneTime, note = null }: { oneTime: boolean; note?: PasswordNote | null },
): Page {
  const labels = tillLabels[language];
  const title = oneTime ? labels.choosePassword : labels.changePassword;
  const errors = errorsOf(note, language);
  // No `minlength`: the browser's own message would come in its language, and before the rule is read.
  const attributes = html`autocomplete="new-password" required maxlength="${mostPassword}"`;
  const main = html`<h1>${title}</h1>
${oneTime && html`<p class="hint">${labels.chooseHint}</p>`}
${errorSummary(errors, language)}
<form method="post" action="${at('/till/password', language)}">
${fieldView({ name: 'old', label: oneTime ? labels.givenPassword : labels.oldPassword, type: 'password', error: errors.old, attributes: html`autocomplete="current-password" required maxlength="${mostPassword}"` })}
${fieldView({ name: 'password', label: labels.newPassword, type: 'password', hint: labels.passwordRule(leastPassword), error: errors.password, attributes })}
${fieldView({ name: 'repeat', label: labels.repeatPassword, type: 'password', hint: labels.othersSignedOut, error: errors.repeat, attributes })}
<button class="button main" type="submit">${labels.save}</button>
${!oneTime && html`<a class="button" href="${at('/till', language)}">${labels.back}</a>`}
</form>`;
  const windowTitle = formTitle(title, note !== null, language);
  return tillLayout({ language, title: windowTitle, path: '/till/password', till, main });
}

function errorsOf(note: PasswordNote | null, language: Language): FieldErrors<'old' | 'password' | 'repeat'> {
  const labels = tillLabels[language];
  switch (note) {
    case null:
      return {};
    case 'wrong':
      return { old: labels.oldPasswordWrong };
    case 'differ':
      return { repeat: labels.passwordsDiffer };
    case 'short':
      return { password: labels.passwordShort(leastPassword) };
    case 'long':
      return { password: labels.passwordLong(mostPassword) };
    case 'common':
      return { password: labels.passwordCommon };
    case 'named':
      return { password: labels.passwordNamed };
  }
}
