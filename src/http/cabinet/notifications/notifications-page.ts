/** Which letters a person of the client gets about its money and orders. */
import { changeAccess, findContactMail } from '../../../clients/change-access.ts';
import { may } from '../../../people/access/principal.ts';
import { chooseMails, listMailChoices } from '../../../people/notifications/mail-choices.ts';
import type { MailKind } from '../../../people/notifications/mail-kinds.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';

const ru = {
  title: 'Уведомления',
  lead: (email: string) => `О чём писать вам на ${email}. Каждый в команде выбирает для себя.`,
  none: 'Для вашей роли писем нет.',
  kinds: {
    'low-balance': 'Баланс ниже уровня и снова выше',
    'weekly-report': 'Итоги недели, по понедельникам',
    'bulk-paused': 'Массовый заказ остановился: не хватает денег',
    'letters-failed': 'Письма с сертификатами не дошли',
    'texts-failed': 'СМС не дошли',
    'callbacks-abandoned': 'Обратные вызовы не приняты',
  } satisfies Record<MailKind, string>,
  save: 'Сохранить',
  saved: 'Сохранено.',
  unchanged: 'Ничего не изменилось.',
  contact: 'Общий адрес',
  contactLead: 'Кроме людей, все эти письма получает один общий адрес, например список рассылки.',
  contactMail: 'Почта',
  contactHint: 'Пусто: никто, кроме людей.',
  wrongMail: 'Напишите один адрес почты целиком. Проверьте, нет ли в нём русских букв, похожих на латинские.',
};

const en: typeof ru = {
  title: 'Notifications',
  lead: (email) => `What to write to you at ${email} about. Everybody in the team chooses for themselves.`,
  none: 'There are no mails for your role.',
  kinds: {
    'low-balance': 'The balance is below its level, or above it again',
    'weekly-report': 'The week in numbers, on Mondays',
    'bulk-paused': 'A bulk order has paused: funds do not suffice',
    'letters-failed': 'Letters with certificates were not delivered',
    'texts-failed': 'Text messages were not delivered',
    'callbacks-abandoned': 'Callbacks were not accepted',
  },
  save: 'Save',
  saved: 'Saved.',
  unchanged: 'Nothing has changed.',
  contact: 'Common address',
  contactLead: 'Besides people, one common address gets all these mails, for example a mailing list.',
  contactMail: 'E-mail',
  contactHint: 'Empty: nobody but people.',
  wrongMail:
    'Write one whole e-mail address. Look for letters of another alphabet that look like Latin ones.',
};

const notificationLabels: Record<Language, typeof ru> = { ru, en };

interface NotificationData {
  email: string;
  choices: { kind: MailKind; gets: boolean }[];
  /** Null: the person may not change it. */
  contactMail: string | null;
}

const path = '/c/notifications';

/** `/c/notifications`: which mails the person gets, and the address of all. */
export function addNotifications(pages: CabinetPages): void {
  pages.page({ path, needs: 'team.read', load, view: (data, { language }) => view(data, language) });

  pages.act({
    path,
    needs: 'team.read',
    leadsTo: 'nothing',
    undone: 'pages',
    async act({ ctx: { db, keyring }, principal, form, language, now }) {
      const labels = notificationLabels[language];
      const outcome = await chooseMails(db, keyring, principal, new Set(form.getAll('kind')), now);
      if (outcome.is === 'missing') return { is: 'missing' };
      const isNew = outcome.is === 'chosen';
      const text = isNew ? labels.saved : labels.unchanged;
      return { is: 'done', to: path, flash: { kind: isNew ? 'yes' : 'note', text } };
    },
  });

  pages.act({
    path: '/c/notifications/contact',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'pages',
    async act(call) {
      const { ctx, principal, party, form, language, now } = call;
      const labels = notificationLabels[language];
      const contactMail = (form.get('contactMail') ?? '').slice(0, 300);
      const ask = { clientId: party.partyId, contactMail };
      const outcome = await changeAccess(ctx.db, ctx.keyring, principal, ask, now);
      if (outcome.is === 'missing') return { is: 'missing' };
      if (outcome.is === 'wrong') {
        const data = { ...(await load(call)), contactMail };
        return { is: 'wrong', page: view(data, language, { contactMail: labels.wrongMail }) };
      }
      const isNew = outcome.is === 'changed';
      const text = isNew ? labels.saved : labels.unchanged;
      return { is: 'done', to: path, flash: { kind: isNew ? 'yes' : 'note', text } };
    },
  });
}

async function load({ ctx: { pageDb }, principal, party, session }: CabinetCall): Promise<NotificationData> {
  const choices = await listMailChoices(pageDb, principal);
  const mayChange = may(principal, 'settings.change', party);
  const contactMail = mayChange ? ((await findContactMail(pageDb, party.partyId)) ?? '') : null;
  return { email: session.email, choices, contactMail };
}

function view(
  { email, choices, contactMail }: NotificationData,
  language: Language,
  errors: FieldErrors = {},
): ShellPage {
  const labels = notificationLabels[language];
  const kinds = choices.map(
    ({ kind, gets }) =>
      html`<label class="choice"><input type="checkbox" name="kind" value="${kind}"${gets && html` checked`}> ${labels.kinds[kind]}</label>`,
  );
  const save = html`<div class="actions"><button class="button main">${labels.save}</button></div>`;
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<section class="card"><p>${labels.lead(email)}</p>
${choices.length === 0 ? html`<p>${labels.none}</p>` : html`<form method="post" action="${at(path, language)}"><fieldset><legend class="quiet">${labels.title}</legend>${kinds}</fieldset>${save}</form>`}</section>
${
  contactMail !== null &&
  html`<section class="card"><h2>${labels.contact}</h2><p>${labels.contactLead}</p>
<form method="post" action="${at(`${path}/contact`, language)}">
${fieldView({ name: 'contactMail', label: labels.contactMail, hint: labels.contactHint, value: contactMail, error: errors['contactMail'], type: 'email', attributes: html`autocomplete="off" maxlength="254"` })}
${save}</form></section>`
}`,
  };
}
