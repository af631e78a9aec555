/** What `/c/start` says. */
import type { ClientStep } from '../../../acts/onboarding/client-steps.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { TextsOf } from '../../../web/form/fields.ts';
import type { contractForm } from './contract-fields.ts';

const ru = {
  title: 'Договор и подключение',
  lead: 'Шаги до первого настоящего заказа. Пройденный шаг отмечается сам.',
  live: 'Вы подключены: заказы настоящие.',
  steps: 'Шаги',
  yourTurn: 'ваш ход',
  ours: 'Мы сделаем это сами и напишем вам.',
  todo: {
    invitation: 'Владелец вошёл в кабинет.',
    contract: 'Заполните данные компании ниже. Мы проверим их и согласуем.',
    keys: 'Создайте ключ подписи и сделайте с ним первый запрос, например getBalance.',
    callback: 'Задайте адрес обратных вызовов и сделайте пробный вызов: приёмник должен ответить OK.',
    'test-order': 'Сделайте тестовый заказ. Шаг пройден, когда на обратный вызов о нём приёмник ответит OK.',
    money: 'Получите счёт и оплатите его.',
    live: 'Когда всё готово, оператор включит настоящие заказы.',
  } satisfies Record<ClientStep, string>,
  go: {
    keys: 'К ключам',
    callback: 'К обратным вызовам',
    'test-order': 'Новый заказ',
    money: 'Получить счёт',
  } as Partial<Record<ClientStep, string>>,
  contract: 'Данные договора',
  fields: {
    legalName: 'Полное название компании',
    legalNameWrong: 'Название: от 1 до 200 знаков.',
    taxId: 'ИНН',
    taxIdHint: '10 цифр у компании, 12 у предпринимателя.',
    taxIdWrong: 'ИНН: 10 или 12 цифр.',
    address: 'Юридический адрес',
    addressWrong: 'Адрес: от 1 до 300 знаков.',
    contactName: 'Контактное лицо',
    contactNameWrong: 'Укажите контактное лицо.',
    contactPhone: 'Телефон',
    contactPhoneWrong: 'Телефон: цифры, не меньше семи.',
    contactMail: 'Почта для документов',
    contactMailWrong: 'Это не адрес электронной почты.',
  } satisfies TextsOf<typeof contractForm>,
  checking: 'Данные у нас на проверке.',
  agreed: 'Данные согласованы. Если изменить их, мы проверим их ещё раз.',
  save: 'Отправить на проверку',
  saved: 'Данные отправлены на проверку.',
  unchanged: 'Ничего не изменилось.',
  ownerOnly: 'Заполняет владелец.',
};

export type StartLabels = typeof ru;

const en: StartLabels = {
  title: 'Contract and start',
  lead: 'The steps to the first real order. A step that is done marks itself.',
  live: 'You are live: orders are real.',
  steps: 'Steps',
  yourTurn: 'your turn',
  ours: 'We do this and write to you.',
  todo: {
    invitation: 'The owner has come to the cabinet.',
    contract: 'Fill in the data of your company below. We check it and agree.',
    keys: 'Make a signing key and call the API with it, for example getBalance.',
    callback: 'Set the address for callbacks and make a test call: the receiver has to answer OK.',
    'test-order': 'Place a test order. The step is done when the receiver has answered its callback with OK.',
    money: 'Make an invoice and pay it.',
    live: 'When everything is ready, the operator switches on real orders.',
  },
  go: {
    keys: 'To the keys',
    callback: 'To the callbacks',
    'test-order': 'New order',
    money: 'Get an invoice',
  },
  contract: 'Data of the contract',
  fields: {
    legalName: 'Full name of the company',
    legalNameWrong: 'Name: 1 to 200 characters.',
    taxId: 'Tax number',
    taxIdHint: '10 digits of a company, 12 of a sole trader.',
    taxIdWrong: 'Tax number: 10 or 12 digits.',
    address: 'Registered address',
    addressWrong: 'Address: 1 to 300 characters.',
    contactName: 'Contact person',
    contactNameWrong: 'Enter a contact person.',
    contactPhone: 'Phone',
    contactPhoneWrong: 'Phone: digits, seven at least.',
    contactMail: 'E-mail for documents',
    contactMailWrong: 'This is not an e-mail address.',
  },
  checking: 'We are checking the data.',
  agreed: 'The data is agreed. If you change it, we check it again.',
  save: 'Send to be checked',
  saved: 'The data was sent to be checked.',
  unchanged: 'Nothing has changed.',
  ownerOnly: 'The owner fills it in.',
};

export const startLabels: Record<Language, StartLabels> = { ru, en };
