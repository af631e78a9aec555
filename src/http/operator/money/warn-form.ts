/** The form that sets below which balance people of a client get a letter. */
import type { BalanceWatch } from '../../../clients/money/balance-watch.ts';
import { setBalanceWatch } from '../../../clients/money/balance-watch.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { OperatorCall } from '../operator.ts';

const labels = {
  ru: {
    title: 'Предупреждать, когда денег мало',
    level: 'Когда можно потратить меньше, ₽',
    hint: 'Письмо получат владельцы и бухгалтеры клиента. Пусто — никому.',
    wrong: 'Введите сумму в рублях больше нуля или оставьте поле пустым.',
    save: 'Сохранить порог',
    saved: 'Порог сохранён.',
  },
  en: {
    title: 'Warn when money runs low',
    level: 'When less can be spent than, ₽',
    hint: 'Owners and finance people of the client get the letter. Empty: nobody.',
    wrong: 'Type a sum in roubles above zero, or leave the field empty.',
    save: 'Save the level',
    saved: 'The level is saved.',
  },
} satisfies Record<Language, object>;

interface WarnForm {
  clientId: number;
  watch: BalanceWatch | null;
  typed: string | undefined;
  error: string | undefined;
}

/** Below which funds the people of a client are told. */
export function warnForm({ clientId, watch, typed, error }: WarnForm, language: Language): Html {
  const { title, level, hint, save } = labels[language];
  const value = typed ?? (watch === null ? '' : String(roublesFromKopecks(watch.levelKopecks)));
  return html`<section class="card narrow"><h2>${title}</h2><form method="post" action="${at(`/o/money/${clientId}/warn`, language)}">
${fieldView({ name: 'level', label: level, hint, value, error, attributes: html`inputmode="decimal" maxlength="20" autocomplete="off"` })}
<div class="actions"><button class="button">${save}</button></div></form></section>`;
}

export type Warned = { is: 'set'; text: string } | { is: 'missing' } | { is: 'wrong'; text: string };

export async function setWarning(call: OperatorCall, clientId: number): Promise<Warned> {
  const { ctx, principal, form, now, language } = call;
  const typed = (form.get('level') ?? '').trim();
  const levelKopecks = typed === '' ? null : readRoubles(typed);
  const { wrong, saved } = labels[language];
  if (typed !== '' && levelKopecks === null) return { is: 'wrong', text: wrong };
  const { is } = await setBalanceWatch(ctx, principal, { clientId, levelKopecks }, now);
  if (is === 'missing') return { is };
  return is === 'level' ? { is: 'wrong', text: wrong } : { is: 'set', text: saved };
}
