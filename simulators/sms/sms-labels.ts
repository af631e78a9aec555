/** What the page of texts says. */
import type { Language } from '../../src/platform/text/language.ts';
import type { Mode } from './provider-mode.ts';
import type { ProviderKind, ReceivedText } from './text-inbox.ts';

const ru = {
  title: 'СМС',
  lead: 'Сюда приходят все СМС учебного мира, на какой бы номер они ни были отправлены. Первый провайдер работает по SMPP, запасной — по HTTP.',
  hint: 'Поведение провайдера можно изменить и посмотреть, что сделает платформа: отправит позже, передаст запасному провайдеру или, если СМС могла быть отправлена, не отправит её повторно.',
  none: 'СМС пока нет. Сделайте заказ с полем to_phone, и она появится здесь.',
  refresh: 'Обновить',
  count: (texts: number) => `СМС: ${texts}`,
  from: 'От кого',
  to: 'Кому',
  at: 'Получено (Москва)',
  parts: (have: number, of: number) => (have === of ? `Частей: ${of}` : `Пришло частей: ${have} из ${of}`),
  providers: { smpp: 'SMPP', gateway: 'HTTP-шлюз' } satisfies Record<ProviderKind, string>,
  receiptTitle: 'Отчёт о доставке',
  receipts: {
    none: 'ещё не отправлен',
    delivered: 'доставлено',
    undelivered: 'не доставлено',
  } satisfies Record<ReceivedText['receipt'], string>,
  modesTitle: 'Провайдеры',
  modeTitle: (provider: string) => `Как ведёт себя провайдер: ${provider}`,
  modes: {
    honest: 'Принимает и доставляет',
    throttle: 'Просит слать медленнее',
    refuse: 'Не принимает ничего',
    'bad-number': 'Не знает такого номера',
    cut: 'Принимает и обрывает связь, не ответив',
    'no-receipt': 'Доставляет, но не присылает отчёт',
    undelivered: 'Принимает, но не доставляет',
    down: 'Не работает',
  } satisfies Record<Mode, string>,
  now: 'сейчас',
  set: 'Вести себя так',
};

type SmsLabels = typeof ru;

const en: SmsLabels = {
  title: 'SMS',
  lead: 'Every SMS of the demo world arrives here, whatever number it was sent to. The first provider speaks SMPP, the fall-back HTTP.',
  hint: 'Change a provider’s behaviour to see what the platform does: retry later, use the fallback provider or, if the SMS may have been sent, not send it again.',
  none: 'No SMS yet. Place an order with the field to_phone and it appears here.',
  refresh: 'Refresh',
  count: (texts) => `SMS: ${texts}`,
  from: 'From',
  to: 'To',
  at: 'Received (Moscow)',
  parts: (have, of) => (have === of ? `Parts: ${of}` : `Parts that came: ${have} of ${of}`),
  providers: { smpp: 'SMPP', gateway: 'HTTP gateway' },
  receiptTitle: 'Delivery receipt',
  receipts: { none: 'not given yet', delivered: 'delivered', undelivered: 'not delivered' },
  modesTitle: 'Providers',
  modeTitle: (provider) => `How the provider behaves: ${provider}`,
  modes: {
    honest: 'Takes and delivers',
    throttle: 'Asks for a slower pace',
    refuse: 'Takes nothing',
    'bad-number': 'Knows no such number',
    cut: 'Takes it and breaks off without an answer',
    'no-receipt': 'Delivers, but does not tell',
    undelivered: 'Takes it, but does not deliver',
    down: 'Is down',
  },
  now: 'now',
  set: 'Behave like this',
};

export const smsLabels: Record<Language, SmsLabels> = { ru, en };
