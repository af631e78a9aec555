/** What invoices and closing documents say. */
import type { Language } from '../platform/text/language.ts';

export interface PapersLabels {
  invoiceTitle: (reference: string) => string;
  from: (day: string) => string;
  payee: string;
  payer: string;
  purpose: string;
  purposeText: (reference: string) => string;
  noPayee: string;
  what: string;
  prepayment: string;
  sum: string;
  toPay: string;
  invoiceNotes: readonly string[];
  closingTitle: (month: string) => string;
  closingSubtitle: (number: string, from: string, to: string) => string;
  client: string;
  operator: string;
  movement: string;
  count: string;
  opening: string;
  closing: string;
  kinds: { top_up: string; chargeback: string; hold: string; release: string; refund: string };
  issued: string;
  held: string;
  closingNotes: readonly string[];
  signedOperator: string;
  signedClient: string;
}

export const papersLabels: Record<Language, PapersLabels> = {
  ru: {
    invoiceTitle: (reference) => `Счёт ${reference}`,
    from: (day) => `от ${day}`,
    payee: 'Получатель',
    payer: 'Плательщик',
    purpose: 'Назначение платежа',
    purposeText: (reference) => `Предоплата за электронные подарочные сертификаты, ${reference}`,
    noPayee: 'Реквизиты сообщит оператор платформы.',
    what: 'Наименование',
    prepayment: 'Пополнение баланса: предоплата за электронные подарочные сертификаты',
    sum: 'Сумма, ₽',
    toPay: 'К оплате, ₽',
    invoiceNotes: [
      'Укажите назначение платежа в точности: по нему поступление найдёт ваш баланс.',
      'Баланс пополнится, когда оператор увидит платёж в банке.',
    ],
    closingTitle: (month) => `Отчёт о движении средств за ${month}`,
    closingSubtitle: (number, from, to) => `№ ${number}, период с ${from} по ${to} (Москва)`,
    client: 'Клиент',
    operator: 'Оператор',
    movement: 'Движение',
    count: 'Количество',
    opening: 'Остаток на начало периода, ₽',
    closing: 'Остаток на конец периода, ₽',
    kinds: {
      top_up: 'Поступления',
      chargeback: 'Возвраты поступлений',
      hold: 'Принятые заказы',
      release: 'Невыполненные заказы (возвращено на баланс)',
      refund: 'Возвраты выпущенных сертификатов',
    },
    issued: 'Выпущено сертификатов',
    held: 'Из них в обработке на конец периода',
    closingNotes: [
      'Остаток — предоплата за вычетом принятых заказов. Сертификаты учтены по цене для клиента.',
    ],
    signedOperator: 'Оператор',
    signedClient: 'Клиент',
  },
  en: {
    invoiceTitle: (reference) => `Invoice ${reference}`,
    from: (day) => `of ${day}`,
    payee: 'Payee',
    payer: 'Payer',
    purpose: 'Payment reference',
    purposeText: (reference) => `Prepayment for electronic gift certificates, ${reference}`,
    noPayee: 'The operator of the platform tells the bank details.',
    what: 'Description',
    prepayment: 'Top-up of the balance: prepayment for electronic gift certificates',
    sum: 'Sum, ₽',
    toPay: 'To pay, ₽',
    invoiceNotes: [
      'Give the payment reference exactly: by it the payment finds your balance.',
      'The balance rises when the operator sees the payment at the bank.',
    ],
    closingTitle: (month) => `Statement of account, ${month}`,
    closingSubtitle: (number, from, to) => `No. ${number}, from ${from} to ${to} (Moscow)`,
    client: 'Client',
    operator: 'Operator',
    movement: 'Movement',
    count: 'Number',
    opening: 'Opening balance, ₽',
    closing: 'Closing balance, ₽',
    kinds: {
      top_up: 'Payments received',
      chargeback: 'Payments returned',
      hold: 'Orders accepted',
      release: 'Orders not issued (returned to the balance)',
      refund: 'Issued certificates refunded',
    },
    issued: 'Certificates issued',
    held: 'In process at the end of the period',
    closingNotes: [
      'The balance is the prepayment less accepted orders. Certificates are counted at the client’s price.',
    ],
    signedOperator: 'Operator',
    signedClient: 'Client',
  },
};
