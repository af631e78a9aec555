import { html, raw, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { leastPassword, mostPassword, type Weakness } from '../../platform/weak-password.ts';
import { at, formToken, tillLayout, type SignedInTill } from './layout.ts';
import { tillWords } from './words.ts';

export type SignInNote = 'refused' | 'signed-out' | null;

export function signInPage(language: Language, note: SignInNote, login = ''): string {
  const words = tillWords[language];
  const said = { refused: words.signInRefused, 'signed-out': words.signedOut };
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

/** Why a password was not taken: it is weak, the two differ, or the one of before is wrong. */
export type PasswordNote = Weakness | 'differ' | 'wrong';

export function passwordPage(
  language: Language,
  till: SignedInTill,
  { oneTime, note = null }: { oneTime: boolean; note?: PasswordNote | null },
): string {
  const words = tillWords[language];
  const said: Record<PasswordNote, string> = {
    short: words.passwordShort(leastPassword),
    long: words.passwordLong(mostPassword),
    common: words.passwordCommon,
    named: words.passwordNamed,
    differ: words.passwordsDiffer,
    wrong: words.oldPasswordWrong,
  };
  const title = oneTime ? words.choosePassword : words.changePassword;
  const wrong = (fields: PasswordNote[]): Html | null =>
    note !== null && fields.includes(note) ? raw(' aria-invalid="true"') : null;
  // No `minlength`: the browser's own words would come in its language, and before the rule is read.
  const main = html`<h1>${title}</h1>
${oneTime && html`<p class="hint">${words.chooseHint}</p>`}
${note !== null && html`<p class="alert" role="alert">${said[note]}</p>`}
<form method="post" action="${at('/till/password', language)}">${formToken(till)}
<div class="field"><label for="old">${oneTime ? words.givenPassword : words.oldPassword}</label>
<input id="old" name="old" type="password" autocomplete="current-password" required maxlength="${mostPassword}"${wrong(['wrong'])}></div>
<div class="field"><label for="password">${words.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required maxlength="${mostPassword}" aria-describedby="password-rule"${wrong(['short', 'long', 'common', 'named', 'differ'])}>
<p class="hint" id="password-rule">${words.passwordRule(leastPassword)}</p></div>
<div class="field"><label for="repeat">${words.repeatPassword}</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" required maxlength="${mostPassword}"${wrong(['differ'])}></div>
<p class="hint">${words.othersSignedOut}</p>
<button class="button main" type="submit">${words.save}</button>
${!oneTime && html`<a class="button" href="${at('/till', language)}">${words.back}</a>`}
</form>`;
  return tillLayout({ language, title, path: '/till/password', till, main });
}
