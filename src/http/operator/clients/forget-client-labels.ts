/** What `/o/clients/:id/forget` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Удалить клиента',
  lead: 'Для клиента, который ушёл. Его запросы сразу отклоняются, его люди выходят, ключ его данных уничтожается, а данные его получателей стираются. Деньги, счёт заказов и коды остаются, действующие сертификаты остаются у получателей.',
  balance: 'Остаток',
  held: 'Отложено под заказы',
  messages: 'Сертификатов ещё не отправлено',
  callbacks: 'Результатов ещё не сообщено',
  bulkOrders: 'Открытых массовых заказов',
  open: 'У клиента ещё есть незавершённое: отмените его или подождите.',
  upgradedOfLate: (until: string) =>
    `Недавно установлена новая версия: пока могут работать процессы прежней, клиента удалить нельзя. Попробуйте после ${until}.`,
  forever: 'Этого нельзя отменить. Остаток вернуть можно и потом.',
  reason: 'Основание',
  reasonHint:
    'Например: «договор расторгнут, письмо № 12». Хранится всегда, поэтому не называйте здесь человека.',
  noReason: 'Напишите основание.',
  forget: 'Удалить навсегда',
  back: 'Не удалять',
  begun: 'Клиент завершён, его данные стираются.',
  waits: (approvalId: number) => `Ждёт решения второго человека: № ${approvalId}.`,
};

export const forgetClientLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Erase the client',
    lead: 'For a client that has left. Its requests are refused at once, its people are signed out, the key of its data is destroyed, and its recipients’ data is erased. Money, counts and codes stay; recipients keep their valid certificates.',
    balance: 'Balance',
    held: 'Held for orders',
    messages: 'Certificates still to be sent',
    callbacks: 'Results still to be told',
    bulkOrders: 'Open bulk orders',
    open: 'The client still has open items: cancel them or wait.',
    upgradedOfLate: (until) =>
      `A new version was installed recently: while processes of the previous one may run, no client can be erased. Try after ${until}.`,
    forever: 'It cannot be undone. The balance can be paid back later too.',
    reason: 'Reason',
    reasonHint: 'For example “contract ended, letter 12”. It is kept for good, so name no person here.',
    noReason: 'Write the reason.',
    forget: 'Erase for good',
    back: 'Do not erase',
    begun: 'The client is ended; its data is being erased.',
    waits: (approvalId) => `A second person decides: No. ${approvalId}.`,
  },
};
