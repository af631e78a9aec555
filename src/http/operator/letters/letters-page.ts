/** Letters and texts that did not arrive, each with its order. */
import { permittedOf, tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickView, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  listFailedMessages,
  mostFailedListed,
  type FailedMessage,
} from '../../../reports/failed-messages.ts';
import { addressOf } from '../../../web/request-language.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { problemText } from '../../../reports/call-texts.ts';

const ru = {
  title: 'Письма и СМС, которые не дошли',
  lead: 'Ждут, пока их не отправят ещё раз, здесь отметив или со страницы заказа на другой адрес, или не решат, что больше ничего не нужно.',
  empty:
    'Ничего не ждёт: всё, что не дошло, отправлено ещё раз или разобрано. Здесь появятся письма и СМС, которые вернулись или не были приняты.',
  which: 'Какие',
  hows: { failed: 'не отправлено', returned: 'вернулось' },
  channels: { email: 'письмо', sms: 'СМС' },
  order: 'Заказ',
  client: 'Клиент',
  what: 'Что',
  when: 'Когда',
  why: 'Почему',
  newest: (count: number) => `Показаны последние ${count}.`,
};

const en: typeof ru = {
  title: 'Letters and texts that did not arrive',
  lead: 'They wait until they are sent again, ticked here or to another address from the page of the order, or somebody decides that nothing more is to be done.',
  empty:
    'Nothing waits: whatever did not arrive was sent again or settled. Letters and texts that came back or were not accepted appear here.',
  which: 'Which',
  hows: { failed: 'not sent', returned: 'came back' },
  channels: { email: 'letter', sms: 'text' },
  order: 'Order',
  client: 'Client',
  what: 'What',
  when: 'When',
  why: 'Why',
  newest: (count) => `The last ${count} are shown.`,
};

const letterLabels: Record<Language, typeof ru> = { ru, en };
const path = '/o/letters';

interface Failures {
  how: FailedMessage['how'] | null;
  clientId: number | null;
  messages: FailedMessage[];
}

/** `/o/letters`: what did not reach recipients, each leading to the order where it is sent again. */
export function addFailedLetters(pages: OperatorPages): void {
  pages.page<Failures>({
    path,
    needs: 'orders.read',
    keepsViews: true,
    async load({ ctx, query }) {
      const how = (['failed', 'returned'] as const).find((one) => one === query['how']) ?? null;
      const clientId = idIn(query['client']);
      return { how, clientId, messages: await listFailedMessages(ctx, { how, clientId }) };
    },
    view: failuresPage,
  });
  pages.act(
    tickedAct(path, 'resend', ({ form }: OperatorCall) =>
      addressOf(path, placeInList(Object.fromEntries(form))),
    ),
  );
}

const placeInList = ({
  how = '',
  client = '',
}: Readonly<Record<string, string>>): Record<string, string> => ({
  how,
  client,
});

function failuresPage({ how, clientId, messages }: Failures, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = letterLabels[language];
  const choices = (['failed', 'returned'] as const).map((value) => ({ value, text: labels.hows[value] }));
  const client = clientId === null ? '' : String(clientId);
  const form: TickedForm = {
    path,
    filters: placeInList(call.query),
    acts: permittedOf(['resend'], call),
    language,
  };
  return listPage(
    {
      path,
      title: labels.title,
      lead: labels.lead,
      filters: [
        { name: 'how', label: labels.which, value: how ?? '', any: shellLabels[language].any, choices },
        { name: 'client', label: labels.client, value: client, isHidden: true },
      ],
      columns: columnsOf(form, call),
      rows: messages,
      within: (table) => tickedForm(table, form),
      empty: { text: labels.empty },
      belowRows:
        messages.length >= mostFailedListed && html`<p class="hint">${labels.newest(mostFailedListed)}</p>`,
    },
    call,
  );
}

function columnsOf(form: TickedForm, call: OperatorCall): Columns<FailedMessage> {
  const { language } = call;
  const labels = letterLabels[language];
  type Row = FailedMessage;
  const order = (one: Row) =>
    tickView(one, operatorLink(call, `/o/orders/${one.requestId}`, String(one.requestId)), form);
  const client = (one: Row) => operatorLink(call, `/o/clients/${one.clientId}`, one.client);
  const what = ({ channel, how }: Row) =>
    html`<span>${labels.channels[channel]} <span class="state no">${labels.hows[how]}</span></span>`;
  const why = (one: Row) => problemText(one.why, language);
  return [
    {
      name: labels.order,
      phone: 'start',
      leads: true,
      cell: order,
      sort: 'order',
      by: (one) => one.requestId,
    },
    { name: labels.client, phone: 'line', cell: client, sort: 'client', by: (one) => one.client },
    { name: labels.what, phone: 'line', cell: what, sort: 'what', by: (one) => `${one.channel} ${one.how}` },
    { name: labels.when, phone: 'end', cell: (one) => one.at, sort: 'when' },
    { name: labels.why, phone: 'line', cell: why, sort: 'why', by: (one) => one.why },
  ];
}
