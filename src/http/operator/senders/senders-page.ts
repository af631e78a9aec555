/** From whose mails spreadsheets with codes become drafts. */
import { editSenders } from '../../../acts/catalog/sender-acts.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { listSenders, type SenderLine } from '../../../suppliers/mail/senders.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { addressView } from '../../../web/shell/parts-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';

type LabelName =
  | 'title'
  | 'drafts'
  | 'lead'
  | 'none'
  | 'supplier'
  | 'supplierId'
  | 'address'
  | 'source'
  | 'contact'
  | 'added'
  | 'remove'
  | 'add'
  | 'changed'
  | 'badAddress'
  | 'taken'
  | 'noSupplier';

const labelsOf: Record<Language, Record<LabelName, string>> = {
  ru: {
    title: 'Отправители кодов',
    drafts: 'Черновики кодов',
    lead: 'Таблицы с кодами становятся черновиками, если пришли с этих адресов.',
    none: 'Адресов пока нет.',
    supplier: 'Поставщик',
    supplierId: 'Номер поставщика',
    address: 'Адрес почты',
    source: 'Откуда',
    contact: 'со страницы поставщика',
    added: 'добавлен здесь',
    remove: 'Убрать',
    add: 'Добавить',
    changed: 'Список изменён.',
    badAddress: 'Это не адрес почты. Проверьте, нет ли в нём русских букв, похожих на латинские.',
    taken: 'Этот адрес у другого поставщика.',
    noSupplier: 'Такого поставщика нет.',
  },
  en: {
    title: 'Senders of codes',
    drafts: 'Drafts of codes',
    lead: 'Spreadsheets with codes become drafts if they came from these addresses.',
    none: 'There are no addresses yet.',
    supplier: 'Supplier',
    supplierId: 'Number of the supplier',
    address: 'E-mail address',
    source: 'Where from',
    contact: 'from the supplier’s page',
    added: 'added here',
    remove: 'Remove',
    add: 'Add',
    changed: 'The list is changed.',
    badAddress: 'This is no e-mail address. Look for letters of another alphabet that look like Latin ones.',
    taken: 'Another supplier has this address.',
    noSupplier: 'There is no such supplier.',
  },
};

const path = '/o/senders';

/** `/o/senders`: whose mails may bring codes. */
export function addSenders(pages: OperatorPages): void {
  pages.page<SenderLine[]>({
    path,
    needs: 'stock.read',
    load: ({ ctx }) => listSenders(ctx.pageDb),
    view: (lines, call) => view(lines, call),
  });
  pages.act({ path, needs: 'suppliers.change', leadsTo: 'nothing', undone: 'pages', act: add });
  pages.act({
    path: `${path}/remove`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: remove,
  });
}

function view(rows: readonly SenderLine[], call: OperatorCall, errors: FieldErrors = {}): ShellPage {
  const { language, principal, party } = call;
  const labels = labelsOf[language];
  const mayChange = may(principal, 'suppliers.change', party);
  const supplier = (one: SenderLine) =>
    operatorLink(call, `/o/suppliers/${one.supplierId}`, one.supplierName);
  const source = ({ address, contact }: SenderLine) => {
    if (contact) return html`<span class="muted">${labels.contact}</span>`;
    if (!mayChange) return labels.added;
    return html`<form class="inline" method="post" action="${at(`${path}/remove`, language)}"><span>${labels.added}</span><input type="hidden" name="sender" value="${address}"><button class="as-link">${labels.remove}<span class="quiet"> ${address}</span></button></form>`;
  };
  return listPage(
    {
      path,
      title: labels.title,
      errors,
      way: html`<p>${operatorLink(call, '/o/drafts', labels.drafts)}</p>`,
      lead: labels.lead,
      columns: [
        { name: labels.supplier, phone: 'line', cell: supplier },
        { name: labels.address, look: 'address', phone: 'line', cell: (one) => addressView(one.address) },
        { name: labels.source, phone: 'line', cell: source },
      ],
      rows,
      empty: { text: labels.none },
      atEnd: mayChange && addForm(call, errors),
    },
    call,
  );
}

function addForm({ language, form }: OperatorCall, errors: FieldErrors): Html {
  const labels = labelsOf[language];
  return html`<form class="card narrow" method="post" action="${at(path, language)}">
${fieldView({ name: 'supplier', label: labels.supplierId, value: form.get('supplier') ?? '', error: errors['supplier'], attributes: html`required inputmode="numeric" maxlength="16" autocomplete="off"` })}
${fieldView({ name: 'address', label: labels.address, type: 'email', value: form.get('address') ?? '', error: errors['address'], attributes: html`required maxlength="254" autocomplete="off"` })}
<div class="actions"><button class="button main">${labels.add}</button></div></form>`;
}

const changed = ({ language }: OperatorCall): ActEnd => ({
  is: 'done',
  to: path,
  flash: { kind: 'yes', text: labelsOf[language].changed },
});

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = labelsOf[language];
  const again = async (errors: FieldErrors): Promise<ActEnd> => ({
    is: 'wrong',
    page: view(await listSenders(ctx.pageDb), call, errors),
  });
  const sender = {
    supplierId: idIn(form.get('supplier')) ?? 0,
    address: (form.get('address') ?? '').trim(),
  };
  switch (await editSenders(ctx, principal, { add: sender }, now)) {
    case 'changed':
      return changed(call);
    case 'bad-address':
      return again({ address: labels.badAddress });
    case 'taken':
      return again({ address: labels.taken });
    case 'no-supplier':
      return again({ supplier: labels.noSupplier });
    case 'not-listed':
    case 'forbidden':
      return { is: 'missing' };
  }
}

async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now } = call;
  const edited = await editSenders(ctx, principal, { remove: form.get('sender') ?? '' }, now);
  return edited === 'changed' ? changed(call) : { is: 'missing' };
}
