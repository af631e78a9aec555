/** What `/c/money` says. */
import type { MovementKind } from '../../../ledger/statement.ts';
import type { TopUpState } from '../../../ledger/top-up-requests.ts';
import type { Language } from '../../../platform/text/language.ts';

export interface MoneyLabels {
  title: string;
  available: string;
  availableNote: (balance: string, credit: string) => string;
  held: string;
  heldNote: string;
  monthMoved: string;
  shortfall: string;
  topUp: string;
  documents: string;
  curve: string;
  balance: string;
  statement: (month: string) => string;
  earlier: string;
  later: string;
  opening: string;
  closing: string;
  closingNow: string;
  day: string;
  incoming: string;
  orders: string;
  returned: string;
  dayClosing: string;
  days: string;
  noMovements: string;
  count: (count: string) => string;
  kinds: Record<MovementKind, string>;
  lines: (day: string) => string;
  time: string;
  what: string;
  request: string;
  amount: string;
  basis: string;
  back: string;
  warning: string;
  warningText: string;
  warningOff: string;
  level: string;
  levelHint: string;
  levelWrong: string;
  save: string;
  saved: string;
  topUpTitle: string;
  topUpLead: string;
  sum: string;
  sumHint: (least: string, most: string) => string;
  sumWrong: string;
  make: string;
  made: (reference: string) => string;
  tooMany: (most: string) => string;
  requests: string;
  reference: string;
  asked: string;
  state: string;
  states: Record<TopUpState, string>;
  bookedSum: (sum: string) => string;
  byProgram: string;
  invoice: string;
  withdraw: string;
  withdrawn: string;
  noRequests: string;
  bankDetails: string;
  noBankDetails: string;
  documentsTitle: string;
  documentsLead: string;
  month: string;
  files: string;
  closingDocument: string;
  goesOn: string;
}

export const moneyLabels: Record<Language, MoneyLabels> = {
  ru: {
    title: 'Деньги',
    available: 'Доступно',
    availableNote: (balance, credit) => `баланс ${balance}, кредит ${credit}`,
    held: 'В обработке',
    heldNote: 'отложено на принятые заказы',
    monthMoved: 'Заказано с начала месяца',
    shortfall: 'Не хватает на уже принятое: выпуск остановлен, пока баланс не пополнен.',
    topUp: 'Пополнить',
    documents: 'Документы',
    curve: 'Баланс за 30 дней',
    balance: 'Баланс в конце дня',
    statement: (month) => `Выписка: ${month}`,
    earlier: '← Раньше',
    later: 'Позже →',
    opening: 'Остаток на начало',
    closing: 'Остаток на конец',
    closingNow: 'Остаток сейчас',
    day: 'День',
    incoming: 'Поступило',
    orders: 'Заказы',
    returned: 'Вернулось',
    dayClosing: 'Остаток',
    days: 'Движения по дням',
    noMovements: 'В этом месяце движений нет.',
    count: (count) => `${count} шт.`,
    kinds: {
      top_up: 'Поступления',
      chargeback: 'Возвраты поступлений',
      hold: 'Принятые заказы',
      release: 'Не выполнено, вернулось',
      refund: 'Возвраты сертификатов',
    },
    lines: (day) => `Движения за ${day}`,
    time: 'Время',
    what: 'Что',
    request: 'Запрос',
    amount: 'Сумма',
    basis: 'Основание',
    back: 'Вся выписка',
    warning: 'Предупреждение о низком балансе',
    warningText: 'Письмо владельцам, финансистам и на адрес для уведомлений, когда доступно станет меньше.',
    warningOff: 'Сейчас выключено.',
    level: 'Порог, ₽',
    levelHint: 'Пустое поле выключает предупреждение.',
    levelWrong: 'Введите сумму в рублях больше нуля или оставьте поле пустым.',
    save: 'Сохранить',
    saved: 'Сохранено.',
    topUpTitle: 'Пополнить баланс',
    topUpLead:
      'Создайте счёт и оплатите его с назначением платежа из счёта: по нему поступление найдёт ваш баланс.',
    sum: 'Сумма, ₽',
    sumHint: (least, most) => `От ${least} до ${most}.`,
    sumWrong: 'Введите сумму в рублях в этих пределах.',
    make: 'Создать счёт',
    made: (reference) => `Счёт ${reference} создан. Скачайте его ниже.`,
    tooMany: (most) => `Уже ждут оплаты ${most} счетов: отзовите лишние.`,
    requests: 'Счета',
    reference: 'Номер',
    asked: 'Создан',
    state: 'Состояние',
    states: {
      waiting: 'ждёт оплаты',
      booked: 'зачислен',
      reversed: 'зачисление отменено',
      withdrawn: 'отозван',
    },
    bookedSum: (sum) => `зачислено ${sum}`,
    byProgram: 'программа',
    invoice: 'Счёт, PDF',
    withdraw: 'Отозвать',
    withdrawn: 'Счёт отозван.',
    noRequests: 'Счетов ещё не было.',
    bankDetails: 'Реквизиты получателя',
    noBankDetails: 'Реквизиты для оплаты сообщит оператор платформы.',
    documentsTitle: 'Документы',
    documentsLead: 'За каждый месяц: все движения таблицей, а за законченный ещё и закрывающий документ.',
    month: 'Месяц',
    files: 'Файлы',
    closingDocument: 'Закрывающий документ, PDF',
    goesOn: 'ещё идёт',
  },
  en: {
    title: 'Money',
    available: 'Available',
    availableNote: (balance, credit) => `balance ${balance}, credit ${credit}`,
    held: 'In process',
    heldNote: 'set aside for accepted orders',
    monthMoved: 'Ordered this month',
    shortfall:
      'There is less than what was accepted needs: nothing is issued until the balance is topped up.',
    topUp: 'Top up',
    documents: 'Documents',
    curve: 'Balance, 30 days',
    balance: 'Balance at the end of the day',
    statement: (month) => `Statement: ${month}`,
    earlier: '← Earlier',
    later: 'Later →',
    opening: 'Opening balance',
    closing: 'Closing balance',
    closingNow: 'Balance now',
    day: 'Day',
    incoming: 'In',
    orders: 'Orders',
    returned: 'Returned',
    dayClosing: 'Balance',
    days: 'Movements by day',
    noMovements: 'Nothing moved in this month.',
    count: (count) => `${count} ×`,
    kinds: {
      top_up: 'Payments received',
      chargeback: 'Payments returned',
      hold: 'Orders accepted',
      release: 'Not issued, returned',
      refund: 'Certificates refunded',
    },
    lines: (day) => `Movements of ${day}`,
    time: 'Time',
    what: 'What',
    request: 'Request',
    amount: 'Amount',
    basis: 'Reference',
    back: 'Whole statement',
    warning: 'Low balance warning',
    warningText:
      'A letter to owners, finance people and the contact address when less than this is available.',
    warningOff: 'It is off.',
    level: 'Level, ₽',
    levelHint: 'An empty field turns the warning off.',
    levelWrong: 'Type a sum in roubles above zero, or leave the field empty.',
    save: 'Save',
    saved: 'Saved.',
    topUpTitle: 'Top up the balance',
    topUpLead:
      'Make an invoice and pay it with the payment reference on it: by it the payment finds your balance.',
    sum: 'Sum, ₽',
    sumHint: (least, most) => `From ${least} to ${most}.`,
    sumWrong: 'Type a sum in roubles within these limits.',
    make: 'Make an invoice',
    made: (reference) => `Invoice ${reference} is made. Download it below.`,
    tooMany: (most) => `${most} invoices wait for payment already: withdraw some.`,
    requests: 'Invoices',
    reference: 'Number',
    asked: 'Made',
    state: 'State',
    states: {
      waiting: 'waits for payment',
      booked: 'booked',
      reversed: 'booking undone',
      withdrawn: 'withdrawn',
    },
    bookedSum: (sum) => `${sum} booked`,
    byProgram: 'program',
    invoice: 'Invoice, PDF',
    withdraw: 'Withdraw',
    withdrawn: 'The invoice is withdrawn.',
    noRequests: 'There were no invoices yet.',
    bankDetails: 'Payee',
    noBankDetails: 'The operator of the platform tells the bank details.',
    documentsTitle: 'Documents',
    documentsLead:
      'For each month: all movements as a table, and of a month that is over a closing document.',
    month: 'Month',
    files: 'Files',
    closingDocument: 'Closing document, PDF',
    goesOn: 'goes on',
  },
};
