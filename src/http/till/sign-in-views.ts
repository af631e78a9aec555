import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { leastPassword, mostPassword, type Weakness } from '../../platform/secrets/weak-password.ts';
import { at, formToken, tillLayout, type SignedInTill } from './layout.ts';
import { tillLabels } from './labels.ts';

export type SignInNote = 'refused' | 'signed-out' | null;

export function signInPage(language: Language, note: SignInNote, login = ''): string {
  const labels = tillLabels[language];
  const said = { refused: labels.signInRefused, 'signed-out': labels.signedOut };
  const main = html`<h1>${labels.signInTitle}</h1>
${note !== null && html`<p class="alert" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/sign-in', language)}">
<div class="field"><label for="login">${labels.login}</label>
<input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="60" aria-describedby="login-hint">
<p class="hint" id="login-hint">${labels.loginHint}</p></div>
<div class="field"><label for="password">${labels.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="${mostPassword}"></div>
<button class="button main" type="submit">${labels.signIn}</button>
</form>`;
  return tillLayout({ language, title: labels.signInTitle, path: '/till', till: null, main });
}

/** Why a password was not taken: it is weak, the two differ, or the one of before is wrong. */
export type PasswordNote = Weakness | 'differ' | 'wrong';

export function passwordPage(
  language: Language,
  till: SignedInTill,
  { oneTime, note = null }: { oneTime: boolean; note?: PasswordNote | null },
): string {
  const labels = tillLabels[language];
  const said: Record<PasswordNote, string> = {
    short: labels.passwordShort(leastPassword),
    long: labels.passwordLong(mostPassword),
    common: labels.passwordCommon,
    named: labels.passwordNamed,
    differ: labels.passwordsDiffer,
    wrong: labels.oldPasswordWrong,
  };
  const title = oneTime ? labels.choosePassword : labels.changePassword;
  const wrong = (fields: PasswordNote[]): Html | null =>
    note !== null && fields.includes(note) ? raw(' aria-invalid="true"') : null;
  // No `minlength`: the browser's own words would come in its language, and before the rule is read.
  const main = html`<h1>${title}</h1>
${oneTime && html`<p class="hint">${labels.chooseHint}</p>`}
${note !== null && html`<p class="alert" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/password', language)}">${formToken(till)}
<div class="field"><label for="old">${oneTime ? labels.givenPassword : labels.oldPassword}</label>
<input id="old" name="old" type="password" autocomplete="current-password" required maxlength="${mostPassword}"${wrong(['wrong'])}></div>
<div class="field"><label for="password">${labels.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required maxlength="${mostPassword}" aria-describedby="password-rule"${wrong(['short', 'long', 'common', 'named', 'differ'])}>
<p class="hint" id="password-rule">${labels.passwordRule(leastPassword)}</p></div>
<div class="field"><label for="repeat">${labels.repeatPassword}</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" required maxlength="${mostPassword}"${wrong(['differ'])}></div>
<p class="hint">${labels.othersSignedOut}</p>
<button class="button main" type="submit">${labels.save}</button>
${!oneTime && html`<a class="button" href="${at('/till', language)}">${labels.back}</a>`}
</form>`;
  return tillLayout({ language, title, path: '/till/password', till, main });
}
