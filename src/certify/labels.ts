import type { Language } from '../platform/text/language.ts';
import { quoted } from '../platform/text/typography.ts';
import type { Finding, FindingName, Findings, ScenarioName, Verdict } from './finding.ts';

type FindingLabels = { [Name in FindingName]: (values: Findings[Name]) => string };

export interface CertifyLabels {
  title: (supplier: string) => string;
  green: string;
  red: string;
  made: (codes: number) => string;
  at: string;
  adapter: string;
  transcript: string;
  call: string;
  answer: string;
  noAnswer: string;
  toMend: string;
  toConsider: string;
  passed: string;
  leftOut: string;
  verdicts: Record<Verdict, string>;
  scenarios: Record<ScenarioName, string>;
  findings: FindingLabels;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const colon = (labels: string): string => (labels === '' ? '' : `: ${labels}`);

export const certifyLabels: Record<Language, CertifyLabels> = {
  ru: {
    title: (supplier) => `Финальное тестирование: ${quoted(supplier, 'ru')}`,
    green: 'Всё в порядке: поставщик может продавать.',
    red: 'Поставщику рано продавать: исправьте отмеченное и повторите.',
    made: (codes) => `Получено кодов: ${codes}. Они заблокированы и никогда не будут проданы.`,
    at: 'Проведено (Москва)',
    adapter: 'Интерфейс',
    transcript: 'Вызов и ответ (коды и секреты скрыты)',
    call: 'Вызов платформы',
    answer: 'Ответ поставщика',
    noAnswer: 'Ответа, который можно прочитать, нет.',
    toMend: 'Что исправить',
    toConsider: 'На что обратить внимание',
    passed: 'Что верно',
    leftOut: 'Что не проверялось',
    verdicts: { green: 'верно', warning: 'внимание', red: 'ОШИБКА', skipped: 'пропущено' },
    scenarios: {
      issue: 'каждый номинал выпускается',
      repeat: 'повтор того же request_id возвращает тот же код',
      together: 'одновременные запросы с одним request_id получают один код',
      'bad-face': 'несуществующий номинал отклоняется',
      malformed: 'испорченный запрос отклоняется',
      stranger: 'запрос с чужими ключами отклоняется',
      activation: 'активация проходит и повторяется без вреда',
      'unknown-code': 'активация неизвестного кода отклоняется',
      load: 'небольшая нагрузка выдерживается',
      distinct: 'разные request_id получают разные, новые коды',
      format: 'код печатается и кодируется в штрихкод продукта',
      expiry: 'срок действия разумен',
      speed: 'ответы приходят быстро',
      access: 'у поставщика есть доступ к проверке и погашению',
      check: 'касса видит действующий сертификат',
      redeem: 'касса погашает сертификат',
      'second-redeem': 'второе погашение отклоняется',
      'unknown-number': 'неизвестный номер не погашается',
    },
    findings: {
      'not-issued': ({ face, outcome, details }) =>
        `номинал ${face} ₽ не выпущен (${outcome}${colon(details)})`,
      'repeat-differs': ({ calls }) =>
        `${calls} вызова с одним request_id вернули разные коды: при обрыве связи код будет потерян`,
      'repeat-differs-as-agreed': ({ calls }) =>
        `${calls} вызова с одним request_id вернули разные коды, как и договорено: неясные исходы уйдут оператору`,
      'repeat-unanswered': ({ outcome, details }) =>
        `повтор того же request_id не удался (${outcome}${colon(details)})`,
      'together-differs': ({ calls }) =>
        `${calls} одновременных вызова с одним request_id получили разные коды`,
      'wrong-face-issued': ({ face }) => `выпущен код на ${face} ₽, хотя такого номинала нет`,
      'not-refused': ({ outcome, details }) =>
        `ожидался понятный отказ, а ответ — ${outcome}${colon(details)}`,
      'refused-otherwise': ({ why, expected }) => `отказ «${why}», ожидался «${expected}»`,
      'malformed-done': () => 'испорченный запрос исполнен',
      'malformed-unanswered': ({ details }) => `испорченный запрос остался без ответа${colon(details)}`,
      'malformed-status': ({ status }) =>
        `на испорченный запрос ответ ${status}: ошибка запроса — это статус 400–499`,
      'stranger-served': ({ outcome }) => `запрос с чужими ключами не отклонён как чужой (${outcome})`,
      'open-to-anybody': () => 'вызовы ничем не подтверждаются: выпустить код может любой',
      'not-activated': ({ outcome, details }) => `код не активирован (${outcome}${colon(details)})`,
      'activation-repeat': ({ outcome, details }) =>
        `повтор активации не удался (${outcome}${colon(details)})`,
      'unknown-activated': () => 'активирован код, которого нет',
      'load-failed': ({ failed, calls, details }) =>
        `не удались ${failed} из ${calls} вызовов${colon(details)}`,
      'same-code-twice': ({ times }) => `один код выдан по разным request_id (${times})`,
      'known-before': ({ codes }) => `коды, которые платформа уже знала: ${codes}`,
      'codes-in-sequence': () => 'коды идут подряд и без ПИН: зная один, легко угадать следующий',
      'not-encodable': ({ kind, codes }) => `не кодируются в ${kind}: ${codes}`,
      'long-code': ({ length }) => `код из ${length} знаков неудобно вводить`,
      'pin-missing': ({ codes }) => `штрихкод строится по ПИН, а его нет: ${codes}`,
      'expires-soon': ({ days }) => `код истекает через ${days} дн.`,
      'expires-late': ({ years }) => `код истекает через ${years} лет: похоже на ошибку`,
      times: ({ calls, p50Ms, p99Ms, timeoutMs }) =>
        `${calls} вызовов: p50 ${seconds(p50Ms)} с, p99 ${seconds(p99Ms)} с, предел ${seconds(timeoutMs)} с`,
      slow: ({ p99Ms, timeoutMs }) =>
        `p99 ${seconds(p99Ms)} с — больше половины предела ${seconds(timeoutMs)} с`,
      'no-access': () => 'нет ни токена, ни пользователя кассы: погашать некому',
      'wrong-state': ({ state }) => `неожиданный исход «${state}»`,
    },
  },
  en: {
    title: (supplier) => `Final test: ${quoted(supplier, 'en')}`,
    green: 'All is well: the supplier may sell.',
    red: 'The supplier is not ready to sell: mend what is marked and repeat.',
    made: (codes) => `Codes received: ${codes}. They are blocked and can never be sold.`,
    at: 'Held (Moscow)',
    adapter: 'Interface',
    transcript: 'Call and answer (codes and secrets are masked)',
    call: 'The platform called',
    answer: 'The supplier answered',
    noAnswer: 'No answer that can be read.',
    toMend: 'To be mended',
    toConsider: 'To be considered',
    passed: 'In order',
    leftOut: 'Not tested',
    verdicts: { green: 'ok', warning: 'warning', red: 'BROKEN', skipped: 'skipped' },
    scenarios: {
      issue: 'each face is issued',
      repeat: 'a repeat of the same request_id answers the same code',
      together: 'calls at once with one request_id get one code',
      'bad-face': 'a face that does not exist is refused',
      malformed: 'a malformed request is refused',
      stranger: "a request with a stranger's credentials is refused",
      activation: 'activation works, and its repeat does no harm',
      'unknown-code': 'activating an unknown code is refused',
      load: 'a small load is borne',
      distinct: 'different request_ids get different, new codes',
      format: "the code can be printed, and drawn as the product's barcode",
      expiry: 'the validity is sane',
      speed: 'answers come fast',
      access: 'the supplier has access to checking and redeeming',
      check: 'the till sees an active certificate',
      redeem: 'the till redeems it',
      'second-redeem': 'a second redemption is refused',
      'unknown-number': 'an unknown number is not redeemed',
    },
    findings: {
      'not-issued': ({ face, outcome, details }) => `${face} ₽ was not issued (${outcome}${colon(details)})`,
      'repeat-differs': ({ calls }) =>
        `${calls} calls with one request_id answered different codes: a lost answer loses a code`,
      'repeat-differs-as-agreed': ({ calls }) =>
        `${calls} calls with one request_id answered different codes, as agreed: unclear outcomes go to an operator`,
      'repeat-unanswered': ({ outcome, details }) =>
        `a repeat of the same request_id failed (${outcome}${colon(details)})`,
      'together-differs': ({ calls }) => `${calls} calls at once with one request_id got different codes`,
      'wrong-face-issued': ({ face }) => `a code for ${face} ₽ was issued, though there is no such face`,
      'not-refused': ({ outcome, details }) =>
        `a plain refusal was expected, the answer is ${outcome}${colon(details)}`,
      'refused-otherwise': ({ why, expected }) => `refused as "${why}" where "${expected}" was expected`,
      'malformed-done': () => 'a malformed request was carried out',
      'malformed-unanswered': ({ details }) => `a malformed request got no answer${colon(details)}`,
      'malformed-status': ({ status }) =>
        `a malformed request is answered ${status}: a fault of the request is a status from 400 to 499`,
      'stranger-served': ({ outcome }) =>
        `a request with a stranger's credentials is not refused as such (${outcome})`,
      'open-to-anybody': () => 'calls carry no proof of who calls: anybody can have codes issued',
      'not-activated': ({ outcome, details }) => `the code was not activated (${outcome}${colon(details)})`,
      'activation-repeat': ({ outcome, details }) =>
        `a repeated activation failed (${outcome}${colon(details)})`,
      'unknown-activated': () => 'a code that does not exist was activated',
      'load-failed': ({ failed, calls, details }) => `${failed} of ${calls} calls failed${colon(details)}`,
      'same-code-twice': ({ times }) => `one code was given for different request_ids (${times})`,
      'known-before': ({ codes }) => `codes that the platform knew before: ${codes}`,
      'codes-in-sequence': () => 'codes follow each other and have no PIN: whoever has one guesses the next',
      'not-encodable': ({ kind, codes }) => `can't be drawn as ${kind}: ${codes}`,
      'long-code': ({ length }) => `a code of ${length} characters is hard to type`,
      'pin-missing': ({ codes }) => `the barcode is made of the PIN, which is missing: ${codes}`,
      'expires-soon': ({ days }) => `the code expires in ${days} days`,
      'expires-late': ({ years }) => `the code expires in ${years} years: that looks like a mistake`,
      times: ({ calls, p50Ms, p99Ms, timeoutMs }) =>
        `${calls} calls: p50 ${seconds(p50Ms)} s, p99 ${seconds(p99Ms)} s, time-out ${seconds(timeoutMs)} s`,
      slow: ({ p99Ms, timeoutMs }) =>
        `p99 ${seconds(p99Ms)} s is more than half of the time-out of ${seconds(timeoutMs)} s`,
      'no-access': () => 'there is neither a token nor a till user: nobody can redeem',
      'wrong-state': ({ state }) => `unexpected outcome "${state}"`,
    },
  },
};

export function describeFinding(finding: Finding, language: Language): string {
  const say = certifyLabels[language].findings[finding.is] as (values: Finding) => string;
  return say(finding);
}
