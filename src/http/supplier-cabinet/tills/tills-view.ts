/** `/s/tills`: cashiers and shops. */
import { roleName } from '../../../people/access/role-names.ts';
import type { Member } from '../../../people/team/members.ts';
import { maxShopName, type Shop } from '../../../people/tills/shops.ts';
import type { Cashier } from '../../../people/tills/till-users.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { maxUndoMinutes } from '../../../redemption/till-settings.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { tillsLabels, type TillsLabels } from './labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

export interface TillsData {
  undoMinutes: number;
  shops: Shop[];
  cashiers: Cashier[];
  members: Member[];
  /** What was typed, by field. */
  typed: Readonly<Record<string, string>>;
}

const path = '/s/tills';

interface Look {
  language: Language;
  labels: TillsLabels;
  shops: Shop[];
}

export function tillsView(data: TillsData, language: Language, errors: FieldErrors = {}): ShellPage {
  const labels = tillsLabels[language];
  const look = { language, labels, shops: data.shops };
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${cashiersCard(data, look, errors)}
${membersCard(data.members, look)}
${shopsCard(data, look, errors)}
${settingsCard(data, look, errors)}`,
  };
}

function cashiersCard({ cashiers, typed }: TillsData, look: Look, errors: FieldErrors): Html {
  const { labels, language } = look;
  return html`<section class="card"><h2>${labels.cashiers}</h2><p>${labels.cashiersLead}</p>
${cashiers.length === 0 ? html`<p>${labels.noCashiers}</p>` : html`<ul class="entries">${cashiers.map((cashier) => cashierRow(cashier, look))}</ul>`}
<form class="narrow" method="post" action="${at(`${path}/cashiers`, language)}"><h3>${labels.addCashier}</h3>
${fieldView({ name: 'name', label: labels.cashierName, hint: labels.cashierHint, value: typed['name'] ?? '', error: errors['name'], attributes: html`required maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false"` })}
<div class="actions"><button class="button main">${labels.add}</button></div></form></section>`;
}

function cashierRow({ name, oneTime, shopId }: Cashier, look: Look): Html {
  const { labels, language } = look;
  const user = html`<input type="hidden" name="user" value="${name}">`;
  const act = (to: string, text: string): Html =>
    html`<form method="post" action="${at(`${path}/cashiers/${to}`, language)}">${user}<button class="as-link">${text}<span class="quiet"> ${name}</span></button></form>`;
  return html`<li><b>${name}</b> <span class="hint">${labels.state}: ${oneTime ? labels.firstPassword : labels.ready}</span>
<div class="acts">${placeForm(user, name, shopId, look)}${act('reset', labels.newPassword)}${act('remove', labels.remove)}</div></li>`;
}

/** Nothing where the supplier has no shops. */
function placeForm(
  who: Html,
  name: string,
  shopId: number | null,
  { labels, language, shops }: Look,
): Html | null {
  const open = shops.filter(({ id, closedAt }) => closedAt === null || id === shopId);
  if (open.length === 0) return null;
  return html`<form method="post" action="${at(`${path}/place`, language)}">${who}
<select name="place" aria-label="${labels.shop}: ${name}"><option value="">${labels.noShop}</option>${open.map((shop) => html`<option value="${String(shop.id)}"${shop.id === shopId && html` selected`}>${shop.name}</option>`)}</select>
<button class="as-link">${labels.put}<span class="quiet"> ${name}</span></button></form>`;
}

function membersCard(members: Member[], look: Look): Html | null {
  const { labels, language } = look;
  if (members.length === 0) return null;
  return html`<section class="card"><h2>${labels.members}</h2><p>${labels.membersLead}</p>
<ul class="entries">${members.map(
    ({
      personId,
      name,
      role,
      shopId,
    }) => html`<li><b>${name}</b> <span class="hint">${roleName(role, language)}</span>
<div class="acts">${placeForm(html`<input type="hidden" name="person" value="${String(personId)}">`, name, shopId, look)}</div></li>`,
  )}</ul></section>`;
}

function shopsCard({ shops, typed }: TillsData, { labels, language }: Look, errors: FieldErrors): Html {
  const change = ({ id, name, closedAt }: Shop): Html =>
    html`<form method="post" action="${at(`${path}/shops/${id}/${closedAt === null ? 'close' : 'open'}`, language)}"><button class="as-link">${closedAt === null ? labels.close : labels.open}<span class="quiet"> ${name}</span></button></form>`;
  return html`<section class="card"><h2>${labels.shops}</h2>
${
  shops.length === 0
    ? html`<p>${labels.noShops}</p>`
    : html`<ul class="entries">${shops.map((shop) => html`<li><b>${shop.name}</b> ${shop.closedAt !== null && html`<span class="state">${labels.closed}</span>`}<div class="acts">${change(shop)}</div></li>`)}</ul>`
}
<form class="narrow" method="post" action="${at(`${path}/shops`, language)}">
${fieldView({ name: 'shop', label: labels.shopName, value: typed['shop'] ?? '', error: errors['shop'], attributes: html`required maxlength="${maxShopName}" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.addShop}</button></div></form></section>`;
}

const settingsCard = (
  { undoMinutes, typed }: TillsData,
  { labels, language }: Look,
  errors: FieldErrors,
): Html => html`<section class="card"><h2>${labels.undoTitle}</h2>
<form class="narrow" method="post" action="${at(`${path}/settings`, language)}">
${fieldView({ name: 'minutes', label: labels.undoMinutes, hint: labels.undoHint(maxUndoMinutes), value: typed['minutes'] ?? String(undoMinutes), error: errors['minutes'], attributes: html`inputmode="numeric" required maxlength="5" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.save}</button></div></form></section>`;

/** A password, shown once. */
export function shownPasswordView(shown: { login: string; password: string }, language: Language): ShellPage {
  const labels = tillsLabels[language];
  return secretsPage(
    {
      title: labels.shown,
      lead: labels.shownLead,
      items: [
        { name: labels.login, value: shown.login, isPublic: true },
        { name: labels.password, value: shown.password },
      ],
      fileName: `cashier-${shown.login}`,
      to: path,
    },
    language,
  );
}
