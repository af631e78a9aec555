/** What the receiving page says. */
import { counted } from '../../platform/text/counted.ts';
import type { Language } from '../../platform/text/language.ts';

const minutesRu = (minutes: number): string => counted(minutes, 'ru', ['минуту', 'минуты', 'минут']);

const ru = {
  certificate: 'Подарочный сертификат',
  title: 'Получить сертификат',
  lead: 'Вам прислали СМС с кодом. Введите его и номер телефона, на который оно пришло.',
  phone: 'Телефон',
  phoneHint: 'Например, +7 912 345-67-89',
  phoneWrong: 'Введите номер целиком: +7 и ещё десять цифр.',
  code: 'Код из СМС',
  codeHint: (digits: number) => `${digits} цифр`,
  codeWrong: (digits: number) => `В коде ${digits} цифр: проверьте, все ли введены.`,
  submit: 'Получить сертификат',
  problem: 'Ошибка',
  refusedTitle: 'Код не подошёл',
  refused:
    'Проверьте телефон и код: подходит только код из последнего СМС. Если срок кода истёк, попросите отправителя прислать новый.',
  tooManyTitle: 'Слишком много попыток',
  tooMany: (minutes: number) => `Подождите ${minutesRu(minutes)} и попробуйте ещё раз.`,
  unreadable: 'Не получилось прочитать форму. Введите телефон и код ещё раз.',
  failedTitle: 'Что-то пошло не так',
  failed: 'Подарок в сохранности. Попробуйте ещё раз через минуту.',
  helpTitle: 'Если не получается',
  help: (days: number): string[] => [
    `Код действует ${days} дней после отправки, но не дольше самого сертификата.`,
    'СМС нет или код не подходит — попросите того, кто подарил сертификат, или магазин, где его купили, прислать новый код. Старый после этого не действует.',
    'Никому не называйте код: кто его введёт, тот и получит подарок.',
  ],
};

export type ReceiveLabels = typeof ru;

export const receiveLabels: Record<Language, ReceiveLabels> = {
  ru,
  en: {
    certificate: 'Gift certificate',
    title: 'Receive your certificate',
    lead: 'You were sent a text message with a code. Enter it together with the phone number it came to.',
    phone: 'Phone',
    phoneHint: 'For example, +7 912 345-67-89',
    phoneWrong: 'Enter the whole number: +7 and ten more digits.',
    code: 'Code from the message',
    codeHint: (digits) => `${digits} digits`,
    codeWrong: (digits) => `The code has ${digits} digits: check that none is missing.`,
    submit: 'Receive the certificate',
    problem: 'Error',
    refusedTitle: 'Wrong code',
    refused:
      'Check the phone number and the code: only the code of the latest message counts. If it has expired, ask the sender for a new one.',
    tooManyTitle: 'Too many attempts',
    tooMany: (minutes) => `Wait ${counted(minutes, 'en', ['minute', 'minutes', 'minutes'])} and try again.`,
    unreadable: 'The form could not be read. Enter the phone number and the code once more.',
    failedTitle: 'Something went wrong',
    failed: 'Your gift is safe. Please try again in a minute.',
    helpTitle: 'If it does not work',
    help: (days) => [
      `A code is valid for ${days} days after it was sent, but no longer than the certificate itself.`,
      'If there is no message or the code does not work, ask the giver or the shop that sold the certificate to send a new code. The old one then becomes invalid.',
      'Do not share the code: whoever enters it gets the gift.',
    ],
  },
};
