/** What sending a certificate again says. */
import type { OrderResent } from '../../../orders/acts/resend-order.ts';
import type { Language } from '../../../platform/text/language.ts';

type Refused = Exclude<OrderResent['is'], 'missing' | 'step-up' | 'asked' | 'too-soon'>;

const ru = {
  resend: 'Отправить ещё раз',
  lead: 'Оставьте поля пустыми, чтобы отправить туда же.',
  email: 'Другая почта',
  emailHint: 'На неправильный прежний адрес больше ничего не уйдёт.',
  badEmail: 'Такой почты не бывает. Проверьте, нет ли в ней русских букв, похожих на латинские.',
  phone: 'Другой телефон',
  phoneHint: '11 цифр, начиная с 7. Придёт СМС с кодом для получения.',
  badPhone: 'Нужно 11 цифр, начиная с 7.',
  resent: (left: number) => `Отправляем. Сегодня осталось повторных отправок: ${left}.`,
  resentBefore: 'Это уже отправляется: второе такое же письмо не уйдёт.',
  tooSoon: (seconds: number) => `Только что отправляли. Повторить можно через ${seconds} с.`,
  refusals: {
    'no-certificate': 'Отправлять нечего: сертификат не выпущен.',
    blocked: 'Сертификат отозван, отправить его нельзя.',
    erased: 'Сертификат больше не действует, а данные получателя стёрты: отправлять некому.',
    'no-address': 'Заказ никуда не отправлялся. Введите почту или телефон.',
    'under-way': 'Он отправляется прямо сейчас. Подождите минуту.',
    'too-many': 'Сегодня этот заказ больше отправить нельзя: предел достигнут. Попробуйте завтра.',
  } satisfies Record<Refused, string>,
};

export type ResendLabels = typeof ru;

const en: ResendLabels = {
  resend: 'Send again',
  lead: 'Leave the fields empty to send it to the same address.',
  email: 'Another e-mail',
  emailHint: 'Nothing more goes to the wrong address.',
  badEmail:
    'There is no such e-mail address. Look for letters of another alphabet that look like Latin ones.',
  phone: 'Another phone',
  phoneHint: '11 digits, beginning with 7. A text with a code for receipt is sent.',
  badPhone: '11 digits are needed, beginning with 7.',
  resent: (left) => `It is being sent. Resends left today: ${left}.`,
  resentBefore: 'It is being sent already: it will not be sent twice.',
  tooSoon: (seconds) => `It was sent a moment ago. Try again in ${seconds} s.`,
  refusals: {
    'no-certificate': 'There is nothing to send: no certificate was issued.',
    blocked: 'The certificate was taken back and cannot be sent.',
    erased: 'The certificate has ended and the recipient’s data was erased: there is nobody to send it to.',
    'no-address': 'The order was never sent anywhere. Enter an e-mail or a phone.',
    'under-way': 'It is being sent at this moment. Wait a minute.',
    'too-many': 'This order has reached today’s limit of resends. Try again tomorrow.',
  },
};

export const resendLabels: Record<Language, ResendLabels> = { ru, en };
