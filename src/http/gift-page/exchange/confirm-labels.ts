/** What the last look says of the code that it may ask for. */
import { counted } from '../../../platform/text/counted.ts';
import type { Language } from '../../../platform/text/language.ts';

/** Why a code was not taken, or not sent. */
export type CodeProblem = 'missing' | 'wrong' | 'over' | 'too-soon' | 'too-many' | 'throttled';

const ru = {
  title: 'Подтвердите, что это вы',
  lead: (to: string) => `Пришлём код туда, куда приходил сертификат: ${to}`,
  get: 'Получить код',
  sent: (to: string, minutes: number) =>
    `Код отправлен: ${to}. Он действует ${counted(minutes, 'ru', ['минуту', 'минуты', 'минут'])}.`,
  code: 'Код из сообщения',
  hint: (digits: number) => counted(digits, 'ru', ['цифра', 'цифры', 'цифр']),
  again: 'Прислать ещё раз',
  lost: 'Этого адреса или телефона у вас больше нет? Попросите того, кто подарил сертификат, отправить его на новый.',
  problems: {
    missing: 'Введите код из сообщения.',
    wrong: 'Код не подошёл. Проверьте цифры: после пяти ошибок понадобится новый код.',
    over: 'Этот код больше не действует. Получите новый: с сертификата ничего не списано.',
    'too-soon': 'Новый код можно получить через минуту после предыдущего.',
    'too-many':
      'Сегодня кодов было слишком много. Продолжить можно завтра: всё, что на сертификате, сохранится.',
    throttled: 'Из вашей сети слишком много попыток. Подождите десять минут.',
  } satisfies Record<CodeProblem, string>,
};

export const confirmLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Confirm that it is you',
    lead: (to) => `We will send a code to where the certificate came: ${to}`,
    get: 'Get the code',
    sent: (to, minutes) =>
      `The code was sent to ${to}. It is valid for ${counted(minutes, 'en', ['minute', 'minutes', 'minutes'])}.`,
    code: 'Code of the message',
    hint: (digits) => counted(digits, 'en', ['digit', 'digits', 'digits']),
    again: 'Send it again',
    lost: 'You do not have this address or phone any more? Ask whoever gave you the certificate to send it to the new one.',
    problems: {
      missing: 'Type in the code of the message.',
      wrong: 'The code is not right. Look at the digits: after five mistakes a new code is needed.',
      over: 'This code is not valid any more. Get a new one: nothing was taken of your certificate.',
      'too-soon': 'A new code can be had a minute after the last one.',
      'too-many':
        'There were too many codes today. You can go on tomorrow: what is on your certificate is kept.',
      throttled: 'Too many tries came from your network. Please wait ten minutes.',
    },
  },
};
