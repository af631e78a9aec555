/** What is said of one call to a supplier, by language. */
import type { Language } from '../platform/text/language.ts';
import { callReasons } from '../adapters/call-reasons.ts';

/** What adapters and the network say of a call to a supplier, in Russian; they themselves speak English. */
const russian: Record<string, string> = {
  'the answer broke off': 'ответ оборвался',
  'the answer is no JSON object': 'ответ — не объект JSON',
  'the answer is not empty': 'ответ не пуст, хотя должен быть',
  'the answer is unreadable': 'ответ не читается',
  'the answer is for another call': 'ответ на другой вызов',
  'the answer does not say that it was done': 'в ответе не сказано, что действие выполнено',
  'issuing is not mapped': 'выдача кодов не настроена',
  'activating is not mapped': 'активация кодов не настроена',
  'the code is a number with an exponent or decimals': 'код — число с показателем степени или дробной частью',
  'the PIN is a number with an exponent or decimals': 'ПИН — число с показателем степени или дробной частью',
  'the PIN is no text': 'ПИН — не текст',
  'the answer holds no code': 'в ответе нет кода',
  'the answer holds no request_id': 'в ответе нет request_id',
  'the end of validity is unreadable': 'срок действия не читается',
  'the face is no amount': 'номинал — не сумма',
  'error answer': 'в ответе ошибка',
  'the supplier was not reached before the deadline': 'с поставщиком не удалось связаться в срок',
  'the settings of its adapter make no call': 'с такими настройками вызов не составить',
  'the supplier has no adapter': 'у поставщика не настроен API',
  'the order had ended before its supplier answered': 'заказ завершился раньше, чем ответил поставщик',
  'no clear answer came before the deadline': 'ясного ответа в срок не было',
  'the result of an earlier call is unknown': 'чем кончился прежний вызов, неизвестно',
  'the result of a call before the agreement changed is unknown':
    'чем кончился вызов до смены настроек, неизвестно',
  'the supplier answers one request_id with different codes':
    'поставщик ответил на один request_id разными кодами',
  'the supplier issued a code that is known already': 'поставщик выдал код, который уже известен',
  'the code came after the ttl of its order': 'код пришёл, когда срок заказа истёк',
  'the code ends too soon after its delivery': 'код истекает слишком скоро после отправки',
  'the code was activated after the ttl of its order': 'код активирован, когда срок заказа истёк',
  'the answer is for another request_id': 'ответ на другой request_id',
  'the code has another face': 'у кода другой номинал',
  'the code has expired already': 'срок кода уже истёк',
  'the code is unreadable': 'код не читается',
  'bad address': 'неверный адрес',
  'refused address': 'этот адрес вызывать запрещено',
  'unknown host': 'такого имени в сети нет',
  timeout: 'нет ответа в срок',
  'connection refused': 'соединение не принято',
  'connection closed': 'соединение закрылось',
  unreachable: 'сеть недоступна',
  'untrusted certificate': 'сертификату сервера здесь не доверяют',
  'expired certificate': 'сертификат сервера просрочен',
  'certificate not valid yet': 'сертификат сервера ещё не действует',
  'certificate of another name': 'сертификат сервера на другое имя',
  tls: 'ошибка TLS',
  'not http': 'ответ — не HTTP',
  failed: 'сбой',
};

const outcomes: Record<Language, Record<string, string>> = {
  ru: {
    done: 'выполнен',
    refused: 'отказ',
    unclear: 'неясно',
    unreached: 'нет связи',
    wrong: 'неверный ответ',
  },
  en: {
    done: 'done',
    refused: 'refused',
    unclear: 'unclear',
    unreached: 'not reached',
    wrong: 'wrong answer',
  },
};

/** How one call to a supplier ended. */
export const outcomeName = (outcome: string, language: Language): string =>
  outcomes[language][outcome] ?? outcome;

export function callDetails(details: string, language: Language): string {
  if (language === 'en') return details;
  const status = /^status (\d+)$/.exec(details);
  if (status !== null) return `статус ${status[1]}`;
  return russian[details] ?? callReasons.text(callReasons.read(details), language);
}
