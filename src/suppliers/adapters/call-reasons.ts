/** How a call to a supplier went wrong, or how it ended. The database keeps the English text. */
import type { HttpProblem } from '../../platform/network/http-problem.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';
import { barcodeTexts } from '../../platform/values/barcode-texts.ts';
import { symbolTexts } from '../../platform/values/symbol-texts.ts';

type Texts<Is extends string = string> = Record<Is, { en: string; ru: string }>;

/** In Russian the texts do not say what is wrong with it. */
function namedInRussian<These extends Texts>(texts: These, name: string): These {
  const named = Object.entries(texts).map(([is, { en, ru }]) => [is, { en, ru: `${name}: ${ru}` }] as const);
  return Object.fromEntries(named) as These;
}

const networkTexts = {
  'bad address': { en: 'bad address', ru: 'неверный адрес' },
  'refused address': { en: 'refused address', ru: 'этот адрес вызывать запрещено' },
  'unknown host': { en: 'unknown host', ru: 'такого имени в сети нет' },
  timeout: { en: 'timeout', ru: 'нет ответа в срок' },
  'connection refused': { en: 'connection refused', ru: 'соединение не принято' },
  'connection closed': { en: 'connection closed', ru: 'соединение закрылось' },
  unreachable: { en: 'unreachable', ru: 'сеть недоступна' },
  'untrusted certificate': {
    en: 'untrusted certificate',
    ru: 'сертификату сервера здесь не доверяют',
  },
  'expired certificate': { en: 'expired certificate', ru: 'сертификат сервера просрочен' },
  'certificate not valid yet': {
    en: 'certificate not valid yet',
    ru: 'сертификат сервера ещё не действует',
  },
  'certificate of another name': {
    en: 'certificate of another name',
    ru: 'сертификат сервера на другое имя',
  },
  tls: { en: 'tls', ru: 'ошибка TLS' },
  'not http': { en: 'not http', ru: 'ответ — не HTTP' },
  failed: { en: 'failed', ru: 'сбой' },
} as const satisfies Texts<HttpProblem>;

const answerTexts = {
  'too-long-answer': {
    en: 'the answer is longer than {most} bytes',
    ru: 'ответ длиннее {most} байт',
  },
  'unknown-packing': {
    en: 'the answer is packed in a way that is not read',
    ru: 'ответ сжат способом, который здесь не читается',
  },
  'unpacks-too-large': {
    en: 'the answer unpacks to more than {most} bytes',
    ru: 'распакованный ответ больше {most} байт',
  },
  'other-packing': {
    en: 'the answer is not packed as it says',
    ru: 'ответ сжат не так, как в нём сказано',
  },
  'unknown-charset': {
    en: 'the answer names a charset that is not known',
    ru: 'в ответе названа неизвестная кодировка',
  },
  'two-charsets': { en: 'the answer names two charsets', ru: 'в ответе названы две кодировки' },
  'other-charset': { en: 'the answer is not in {charset}', ru: 'ответ не в кодировке {charset}' },
  status: { en: 'status {status}', ru: 'статус {status}' },
  'no-object': { en: 'the answer is no JSON object', ru: 'ответ — не объект JSON' },
  'not-empty': { en: 'the answer is not empty', ru: 'ответ не пуст, хотя должен быть' },
  unreadable: { en: 'the answer is unreadable', ru: 'ответ не читается' },
  'other-call': { en: 'the answer is for another call', ru: 'ответ на другой вызов' },
  'other-request': {
    en: 'the answer is for another request_id',
    ru: 'ответ на другой request_id',
  },
  'not-said-done': {
    en: 'the answer does not say that it was done',
    ru: 'в ответе не сказано, что действие выполнено',
  },
  error: { en: 'error answer', ru: 'в ответе ошибка' },
  fault: { en: 'fault', ru: 'в ответе ошибка' },
} as const;

const codeTexts = {
  'odd-number': {
    en: 'the {what} is a number with an exponent or decimals',
    ru: '{what} — число с показателем степени или дробной частью',
  },
  'pin-no-text': { en: 'the PIN is no text', ru: 'ПИН — не текст' },
  'no-code': { en: 'the answer holds no code', ru: 'в ответе нет кода' },
  'no-request': { en: 'the answer holds no request_id', ru: 'в ответе нет request_id' },
  'end-unreadable': {
    en: 'the end of validity is unreadable',
    ru: 'срок действия не читается',
  },
  'face-no-amount': { en: 'the face is no amount', ru: 'номинал — не сумма' },
  'other-face': { en: 'the code has another face', ru: 'у кода другой номинал' },
  expired: { en: 'the code has expired already', ru: 'срок кода уже истёк' },
  'code-unreadable': { en: 'the code is unreadable', ru: 'код не читается' },
  ...namedInRussian(symbolTexts, '{what}'),
  ...namedInRussian(barcodeTexts, 'код'),
} as const;

const endTexts = {
  'issuing-not-mapped': { en: 'issuing is not mapped', ru: 'выдача кодов не настроена' },
  'activating-not-mapped': { en: 'activating is not mapped', ru: 'активация кодов не настроена' },
  'no-request-made': {
    en: 'the settings of its adapter make no call',
    ru: 'с такими настройками вызов не составить',
  },
  'no-adapter': { en: 'the supplier has no adapter', ru: 'у поставщика не настроен API' },
  'not-reached': {
    en: 'the supplier was not reached before the deadline',
    ru: 'с поставщиком не удалось связаться в срок',
  },
  'order-ended': {
    en: 'the order had ended before its supplier answered',
    ru: 'заказ завершился раньше, чем ответил поставщик',
  },
  'no-clear-answer': {
    en: 'no clear answer came before the deadline',
    ru: 'ясного ответа в срок не было',
  },
  'earlier-unknown': {
    en: 'the result of an earlier call is unknown',
    ru: 'чем кончился прежний вызов, неизвестно',
  },
  'agreement-changed': {
    en: 'the result of a call before the agreement changed is unknown',
    ru: 'чем кончился вызов до смены настроек, неизвестно',
  },
  'repeats-refused': {
    en: 'an earlier call may have been done; its repeats are refused: {why}: {details}',
    ru: 'прежний вызов мог быть выполнен, а его повторы поставщик отклоняет',
  },
  'different-codes': {
    en: 'the supplier answers one request_id with different codes',
    ru: 'поставщик ответил на один request_id разными кодами',
  },
  'known-code': {
    en: 'the supplier issued a code that is known already',
    ru: 'поставщик выдал код, который уже известен',
  },
  'after-ttl': {
    en: 'the code came after the ttl of its order',
    ru: 'код пришёл, когда срок заказа истёк',
  },
  'ends-too-soon': {
    en: 'the code ends too soon after its delivery',
    ru: 'код истекает слишком скоро после отправки',
  },
  'activated-after-ttl': {
    en: 'the code was activated after the ttl of its order',
    ru: 'код активирован, когда срок заказа истёк',
  },
} as const;

export const callReasons = reasonsOf(
  { ...networkTexts, ...answerTexts, ...codeTexts, ...endTexts },
  { code: 'код', PIN: 'ПИН' },
);

export type CallReason = ReasonOf<typeof callReasons>;
