/** What the report of a final test says. */
import { callReasons } from '../adapters/call-reasons.ts';
import type { Language } from '../../platform/text/language.ts';
import { quoted } from '../../platform/text/typography.ts';
import type { Finding, FindingName, Findings, ScenarioName, Verdict } from './finding.ts';

type FindingLabels = { [Name in FindingName]: (values: Findings[Name]) => string };

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const colon = (details: string): string => (details === '' ? '' : `: ${details}`);
const inRussian = (details: string): string => callReasons.text(callReasons.read(details), 'ru');

const outcomesInRussian: Record<string, string> = {
  done: 'выполнено',
  refused: 'отказ',
  unclear: 'ответ неясен',
  wrong: 'ответ неверен',
  unreached: 'нет связи',
};
const outcomeInRussian = (outcome: string): string => outcomesInRussian[outcome] ?? outcome;

const ru = {
  title: (supplier: string) => `Финальный тест: ${quoted(supplier, 'ru')}`,
  /** Above the supplier's name. */
  heading: 'Финальный тест',
  green: 'Всё в порядке: поставщик может продавать.',
  red: 'Поставщику рано продавать: исправьте отмеченное и повторите.',
  made: (codes: number) => `Получено кодов: ${codes}. Они заблокированы и никогда не будут проданы.`,
  /** Texts of a test by the supplier itself. */
  alone: {
    green: 'Сервер отвечает как надо.',
    red: 'Сервер отвечает не так, как надо: исправьте отмеченное и повторите.',
    made: (codes: number) => `Получено кодов: ${codes}. Платформа о них не знает: спишите их у себя.`,
  },
  at: 'Проведено (Москва)',
  adapter: 'Интерфейс',
  transcript: 'Вызов и ответ (коды и секреты скрыты)',
  call: 'Вызов платформы',
  answer: 'Ответ поставщика',
  noAnswer: 'Ответ отсутствует или не читается.',
  toMend: 'Что исправить',
  toConsider: 'На что обратить внимание',
  passed: 'Что верно',
  leftOut: 'Что не проверялось',
  verdicts: { green: 'верно', warning: 'внимание', red: 'ОШИБКА', skipped: 'пропущено' } satisfies Record<
    Verdict,
    string
  >,
  /** Below their number. */
  counts: {
    green: 'пройдено',
    warning: 'с замечаниями',
    red: 'с ошибками',
    skipped: 'не проверялось',
  } satisfies Record<Verdict, string>,
  scenarios: {
    issue: 'каждый номинал выпускается',
    repeat: 'повтор того же request_id возвращает тот же код',
    together: 'одновременные запросы с одним request_id получают один код',
    'bad-face': 'несуществующий номинал отклоняется',
    malformed: 'испорченный запрос отклоняется',
    stranger: 'запрос с неверными ключами отклоняется',
    activation: 'активация выполняется, её повтор ничего не меняет',
    'unknown-code': 'активация неизвестного кода отклоняется',
    load: 'небольшая нагрузка выдерживается',
    distinct: 'разные request_id получают разные, новые коды',
    format: 'код печатается и кодируется в штрихкод продукта',
    expiry: 'срок действия правдоподобен',
    speed: 'ответы приходят быстро',
    access: 'у поставщика есть доступ к проверке и погашению',
    check: 'касса видит действующий сертификат',
    redeem: 'касса погашает сертификат',
    'second-redeem': 'второе погашение отклоняется',
    'unknown-number': 'неизвестный номер не погашается',
  } satisfies Record<ScenarioName, string>,
  findings: {
    'not-issued': ({ face, outcome, details }) =>
      `номинал ${face} ₽ не выпущен (${outcomeInRussian(outcome)}${colon(inRussian(details))})`,
    'repeat-differs': ({ calls }) =>
      `${calls} вызова с одним request_id вернули разные коды: при обрыве связи код будет потерян`,
    'repeat-differs-as-agreed': ({ calls }) =>
      `${calls} вызова с одним request_id вернули разные коды, как и договорено: неясные вызовы проверит оператор`,
    'repeat-unanswered': ({ outcome, details }) =>
      `повтор того же request_id не удался (${outcomeInRussian(outcome)}${colon(inRussian(details))})`,
    'together-differs': ({ calls }) =>
      `${calls} одновременных вызова с одним request_id получили разные коды`,
    'wrong-face-issued': ({ face }) => `выпущен код на ${face} ₽, хотя такого номинала нет`,
    'not-refused': ({ outcome, details }) =>
      `ожидался отказ, получен ответ: ${outcomeInRussian(outcome)}${colon(inRussian(details))}`,
    'refused-otherwise': ({ why, expected }) => `отказ «${why}» вместо «${expected}»`,
    'malformed-done': () => 'испорченный запрос исполнен',
    'malformed-unanswered': ({ details }) =>
      `испорченный запрос остался без ответа${colon(inRussian(details))}`,
    'malformed-status': ({ status }) =>
      `на испорченный запрос получен статус ${status}, ожидался статус 400–499`,
    'stranger-served': ({ outcome }) =>
      `запрос с неверными ключами не отклонён (${outcomeInRussian(outcome)})`,
    'open-to-anybody': () => 'вызовы не защищены ключом: код может получить кто угодно',
    'not-activated': ({ outcome, details }) =>
      `код не активирован (${outcomeInRussian(outcome)}${colon(inRussian(details))})`,
    'activation-repeat': ({ outcome, details }) =>
      `повтор активации не удался (${outcomeInRussian(outcome)}${colon(inRussian(details))})`,
    'unknown-activated': () => 'активирован код, которого нет',
    'load-failed': ({ failed, calls, details }) =>
      `не удались ${failed} из ${calls} вызовов${colon(inRussian(details))}`,
    'same-code-twice': ({ times }) => `один код выдан по разным request_id (${times})`,
    'known-before': ({ codes }) => `коды, уже известные платформе: ${codes}`,
    'codes-in-sequence': () => 'коды идут подряд и без ПИН: зная один, легко угадать следующий',
    'not-encodable': ({ kind, codes }) => `не кодируются в ${kind}: ${codes}`,
    'long-code': ({ length }) => `код из ${length} знаков неудобно вводить`,
    'pin-missing': ({ codes }) => `в штрихкод входит ПИН, но его нет: ${codes}`,
    'expires-soon': ({ days }) => `код истекает через ${days} дн.`,
    'expires-late': ({ years }) => `код истекает через много лет (${years}): похоже на ошибку`,
    times: ({ calls, p50Ms, p99Ms, timeoutMs }) =>
      `${calls} вызовов: p50 ${seconds(p50Ms)} с, p99 ${seconds(p99Ms)} с, предел ${seconds(timeoutMs)} с`,
    slow: ({ p99Ms, timeoutMs }) =>
      `p99 ${seconds(p99Ms)} с — больше половины предела ${seconds(timeoutMs)} с`,
    'no-access': () =>
      'нет ни токена, ни пользователя кассы, ни сотрудника со своим входом: погасить сертификат невозможно',
    'wrong-state': ({ state }) => `неожиданное состояние «${state}»`,
  } satisfies FindingLabels,
};

export const certifyLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: (supplier) => `Final test: ${quoted(supplier, 'en')}`,
    heading: 'Final test',
    green: 'Passed: the supplier may sell.',
    red: 'The supplier is not ready to sell: fix the errors below and repeat.',
    made: (codes) => `Codes received: ${codes}. They are blocked and can never be sold.`,
    alone: {
      green: 'Passed: the server answers as required.',
      red: 'The server does not answer as required: fix the errors and repeat.',
      made: (codes) => `Codes received: ${codes}. No platform knows of them: write them off.`,
    },
    at: 'Time (Moscow)',
    adapter: 'Interface',
    transcript: 'Call and answer (codes and secrets are masked)',
    call: 'The platform called',
    answer: 'The supplier answered',
    noAnswer: 'No readable answer.',
    toMend: 'Errors to fix',
    toConsider: 'Warnings',
    passed: 'Passed',
    leftOut: 'Not tested',
    verdicts: { green: 'ok', warning: 'warning', red: 'ERROR', skipped: 'skipped' },
    counts: { green: 'passed', warning: 'with warnings', red: 'failed', skipped: 'not tested' },
    scenarios: {
      issue: 'each face is issued',
      repeat: 'a repeat of the same request_id returns the same code',
      together: 'simultaneous calls with one request_id get one code',
      'bad-face': 'a face that does not exist is refused',
      malformed: 'a malformed request is refused',
      stranger: 'a request with wrong credentials is refused',
      activation: 'activation works, and repeating it changes nothing',
      'unknown-code': 'activating an unknown code is refused',
      load: 'a small load is handled',
      distinct: 'different request_ids get different, new codes',
      format: "the code can be printed and encoded as the product's barcode",
      expiry: 'the validity is plausible',
      speed: 'answers come fast',
      access: 'the supplier has access to check and redeem',
      check: 'the till sees an active certificate',
      redeem: 'the till redeems it',
      'second-redeem': 'a second redemption is refused',
      'unknown-number': 'an unknown number is not redeemed',
    },
    findings: {
      'not-issued': ({ face, outcome, details }) => `${face} ₽ was not issued (${outcome}${colon(details)})`,
      'repeat-differs': ({ calls }) =>
        `${calls} calls with one request_id returned different codes: if an answer is lost, so is its code`,
      'repeat-differs-as-agreed': ({ calls }) =>
        `${calls} calls with one request_id returned different codes, as agreed: the operator settles unclear results`,
      'repeat-unanswered': ({ outcome, details }) =>
        `a repeat of the same request_id failed (${outcome}${colon(details)})`,
      'together-differs': ({ calls }) =>
        `${calls} simultaneous calls with one request_id got different codes`,
      'wrong-face-issued': ({ face }) => `a code for ${face} ₽ was issued, though there is no such face`,
      'not-refused': ({ outcome, details }) =>
        `a refusal was expected, but the answer is ${outcome}${colon(details)}`,
      'refused-otherwise': ({ why, expected }) => `refused as "${why}" instead of "${expected}"`,
      'malformed-done': () => 'a malformed request was executed',
      'malformed-unanswered': ({ details }) => `a malformed request got no answer${colon(details)}`,
      'malformed-status': ({ status }) =>
        `a malformed request is answered ${status}; the status must be from 400 to 499`,
      'stranger-served': ({ outcome }) =>
        `a request with wrong credentials is not refused as unauthorized (${outcome})`,
      'open-to-anybody': () => 'calls need no credentials: anyone can request codes',
      'not-activated': ({ outcome, details }) => `the code was not activated (${outcome}${colon(details)})`,
      'activation-repeat': ({ outcome, details }) =>
        `a repeated activation failed (${outcome}${colon(details)})`,
      'unknown-activated': () => 'a code that does not exist was activated',
      'load-failed': ({ failed, calls, details }) => `${failed} of ${calls} calls failed${colon(details)}`,
      'same-code-twice': ({ times }) => `one code was given for different request_ids (${times})`,
      'known-before': ({ codes }) => `codes already known to the platform: ${codes}`,
      'codes-in-sequence': () => 'codes are sequential and have no PIN: the next one is easy to guess',
      'not-encodable': ({ kind, codes }) => `cannot be encoded as ${kind}: ${codes}`,
      'long-code': ({ length }) => `a code of ${length} characters is hard to type`,
      'pin-missing': ({ codes }) => `the barcode contains the PIN, which is missing: ${codes}`,
      'expires-soon': ({ days }) => `the code expires in ${days} days`,
      'expires-late': ({ years }) => `the code expires in ${years} years: probably a mistake`,
      times: ({ calls, p50Ms, p99Ms, timeoutMs }) =>
        `${calls} calls: p50 ${seconds(p50Ms)} s, p99 ${seconds(p99Ms)} s, time-out ${seconds(timeoutMs)} s`,
      slow: ({ p99Ms, timeoutMs }) =>
        `p99 ${seconds(p99Ms)} s is more than half of the time-out of ${seconds(timeoutMs)} s`,
      'no-access': () =>
        'there is neither a token nor a till user nor anybody who signs in: nobody can redeem',
      'wrong-state': ({ state }) => `unexpected state "${state}"`,
    },
  },
};

export function describeFinding(finding: Finding, language: Language): string {
  const say = certifyLabels[language].findings[finding.is] as (values: Finding) => string;
  return say(finding);
}
