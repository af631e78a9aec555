/** What is read before an order is cancelled, or its certificate sent to another address. */
import { formatFace } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import type { ClientOrder } from '../client-order.ts';
import type { Question } from '../../web/confirm/question.ts';

const labels = {
  ru: {
    order: 'Заказ',
    certificate: 'Сертификат',
    sum: 'Сумма',
    to: 'Получатель',
    email: 'Почта',
    phone: 'Телефон',
    cancel: (id: string) => `Отменить заказ ${id}?`,
    cancelText:
      'Сертификат не будет выпущен, получателю ничего не придёт. Деньги сразу вернутся на баланс, программа клиента получит обратный вызов.',
    cancelTest: 'Сертификат не будет выпущен. Заказ тестовый: денег за него не бралось.',
    cancelAct: 'Отменить заказ',
    resend: 'Отправить сертификат на другой адрес?',
    resendText: 'Кто получит письмо или СМС, тот сможет потратить сертификат. Прежний получатель тоже.',
    resendAct: 'Отправить',
  },
  en: {
    order: 'Order',
    certificate: 'Certificate',
    sum: 'Sum',
    to: 'Recipient',
    email: 'E-mail',
    phone: 'Phone',
    cancel: (id: string) => `Cancel order ${id}?`,
    cancelText:
      'The certificate will not be issued and the recipient gets nothing. The money is back at once, and the program of the client gets a callback.',
    cancelTest: 'The certificate will not be issued. It is a test order: no money was taken for it.',
    cancelAct: 'Cancel the order',
    resend: 'Send the certificate to another address?',
    resendText: 'Whoever gets the letter or text can spend the certificate. So can whoever got it before.',
    resendAct: 'Send',
  },
};

/** Null: it waits no more, so it is refused. */
export function cancelQuestion(order: ClientOrder, back: string, language: Language): Question | null {
  if (order.state !== 'queued' && order.state !== 'delayed') return null;
  const texts = labels[language];
  const recipient = [order.emailTo, order.toPhone].filter((one) => one !== '').join(', ');
  return {
    title: texts.cancel(String(order.requestId)),
    facts: [
      [texts.certificate, `${order.title}, ${formatFace(order.faceKopecks, language)}`],
      order.testmode ? null : [texts.sum, formatFace(order.sumKopecks, language)],
      recipient === '' ? null : [texts.to, recipient],
    ],
    text: order.testmode ? texts.cancelTest : texts.cancelText,
    act: texts.cancelAct,
    back,
  };
}

const isOther = (typed: string, known: string): boolean =>
  typed !== '' && typed.toLowerCase() !== known.toLowerCase();
const change = (before: string, after: string): string => (before === '' ? after : `${before} → ${after}`);

/** Null: it goes where it went. */
export function resendQuestion(
  order: ClientOrder,
  { email, phone }: { email: string; phone: string },
  back: string,
  language: Language,
): Question | null {
  const texts = labels[language];
  const otherEmail = isOther(email, order.emailTo);
  const otherPhone = isOther(phone, order.toPhone);
  if (!otherEmail && !otherPhone) return null;
  return {
    title: texts.resend,
    facts: [
      [texts.order, String(order.requestId)],
      [texts.certificate, `${order.title}, ${formatFace(order.faceKopecks, language)}`],
      otherEmail ? [texts.email, change(order.emailTo, email)] : null,
      otherPhone ? [texts.phone, change(order.toPhone, phone)] : null,
    ],
    text: texts.resendText,
    act: texts.resendAct,
    back,
  };
}
