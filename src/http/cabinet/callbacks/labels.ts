/** What `/c/callbacks` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  lead: 'О результате каждого заказа мы сообщаем вызовом вашего адреса. Непринятый повторяем через 1, 2, 5, 15, 30, 60 и 120 минут.',
  settings: 'Адрес и пробный вызов',
  which: 'Какие',
  whiches: { all: 'все', waiting: 'ждут повтора', failed: 'не приняты' },
  from: 'С',
  until: 'По',
  period:
    'Какой день считается: у всех — день заказа, у ждущих — день следующей попытки, у непринятых — день, когда мы перестали повторять.',
  byRequest: 'Номер запроса',
  request: 'Запрос',
  none: 'ещё не было',
  empty: 'Здесь пока ничего нет. Вызов появится, как только завершится первый заказ, если задан адрес.',
  body: 'Что отправляем',
  bodyLead: 'Ссылка на сертификат показана не целиком.',
  lost: 'Тело не открывается: ключ утрачен.',
  back: 'Все вызовы',
  settle: 'Повторять непринятые не нужно, потому что',
  settleHint:
    'Все непринятые до этой минуты перестанут требовать внимания. Отправить их ещё раз можно и потом.',
  settleAct: 'Повторять не нужно',
  settled: (count: number) =>
    count === 0 ? 'Непринятых не осталось.' : `Больше не требуют внимания: ${count}.`,
  noReason: 'Напишите, почему повторять не нужно.',
};

export type CallbackLabels = typeof ru;

const en: CallbackLabels = {
  lead: 'We call your address with the result of every order. A call that is not accepted is repeated after 1, 2, 5, 15, 30, 60 and 120 minutes.',
  settings: 'Address and test call',
  which: 'Which',
  whiches: { all: 'all', waiting: 'waiting for a repeat', failed: 'not accepted' },
  from: 'From',
  until: 'To',
  period:
    'Which day counts: for all, when the order was placed; for waiting ones, the next attempt; for those not accepted, when we stopped repeating.',
  byRequest: 'Request number',
  request: 'Request',
  none: 'none yet',
  empty: 'Nothing here yet. A callback appears as soon as the first order ends, if an address is set.',
  body: 'What we send',
  bodyLead: 'The link of the certificate is not shown whole.',
  lost: 'The body cannot be opened: its key is lost.',
  back: 'All callbacks',
  settle: 'Those not accepted need no repeat, because',
  settleHint:
    'Whatever was not accepted until now no longer needs attention. It can still be sent again later.',
  settleAct: 'No repeat is needed',
  settled: (count) => (count === 0 ? 'There are none left.' : `No longer need attention: ${count}.`),
  noReason: 'Write why no repeat is needed.',
};

export const callbackLabels: Record<Language, CallbackLabels> = { ru, en };
