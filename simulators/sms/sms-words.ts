import type { Language } from '../../src/platform/web/language.ts';
import type { Mood } from './door-mood.ts';
import type { Door, ReceivedText } from './text-inbox.ts';

export interface SmsWords {
  title: string;
  lead: string;
  hint: string;
  none: string;
  refresh: string;
  count(texts: number): string;
  from: string;
  to: string;
  at: string;
  parts(have: number, of: number): string;
  doors: Record<Door, string>;
  receiptTitle: string;
  receipts: Record<ReceivedText['receipt'], string>;
  moodTitle(door: string): string;
  moods: Record<Mood, string>;
  now: string;
  set: string;
}

const ru: SmsWords = {
  title: 'СМС',
  lead: 'Сюда приходят все СМС учебного мира, на какой бы номер они ни были отправлены. Первый провайдер говорит по SMPP, запасной — по HTTP.',
  hint: 'Провайдеру можно испортить настроение и посмотреть, что сделает платформа: отложит, передаст запасному или, если СМС могла уйти, не отправит её больше никому.',
  none: 'СМС пока нет. Сделайте заказ с полем to_phone, и она появится здесь.',
  refresh: 'Обновить',
  count: (texts) => `СМС: ${texts}`,
  from: 'От кого',
  to: 'Кому',
  at: 'Получено (Москва)',
  parts: (have, of) => (have === of ? `Частей: ${of}` : `Пришло частей: ${have} из ${of}`),
  doors: { smpp: 'SMPP', gateway: 'HTTP-шлюз' },
  receiptTitle: 'Отчёт о доставке',
  receipts: { none: 'ещё не отправлен', delivered: 'доставлено', undelivered: 'не доставлено' },
  moodTitle: (door) => `Как ведёт себя провайдер: ${door}`,
  moods: {
    honest: 'Принимает и доставляет',
    throttle: 'Просит слать медленнее',
    refuse: 'Не принимает ничего',
    'bad-number': 'Не знает такого номера',
    cut: 'Принимает и обрывает связь, не ответив',
    'no-receipt': 'Доставляет, но молчит об этом',
    undelivered: 'Принимает, но не доставляет',
    down: 'Не работает',
  },
  now: 'сейчас',
  set: 'Вести себя так',
};

const en: SmsWords = {
  title: 'SMS',
  lead: 'Every SMS of the demo world arrives here, whatever number it was sent to. The first provider speaks SMPP, the fall-back HTTP.',
  hint: 'A provider’s mood can be spoilt, to see what the platform does: put the SMS off, hand it to the fall-back or, where it may have gone, send it to nobody any more.',
  none: 'No SMS yet. Place an order with the field to_phone and it appears here.',
  refresh: 'Refresh',
  count: (texts) => `SMS: ${texts}`,
  from: 'From',
  to: 'To',
  at: 'Received (Moscow)',
  parts: (have, of) => (have === of ? `Parts: ${of}` : `Parts that came: ${have} of ${of}`),
  doors: { smpp: 'SMPP', gateway: 'HTTP gateway' },
  receiptTitle: 'Delivery receipt',
  receipts: { none: 'not given yet', delivered: 'delivered', undelivered: 'not delivered' },
  moodTitle: (door) => `How the provider behaves: ${door}`,
  moods: {
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

export const smsWords: Record<Language, SmsWords> = { ru, en };
