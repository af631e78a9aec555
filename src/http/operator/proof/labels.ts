/** What `/o/proof` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Проверка учёта',
  lead: 'Деньги и коды пересчитываются заново по всей базе: каждый рубль из переводов, каждый код — ровно у одного заказа, каждый журнал — без пропусков.',
  run: 'Запустить сейчас',
  asked: 'Проверка запущена.',
  busy: 'Проверка уже идёт.',
  none: 'На этой странице проверок ещё не было.',
  waiting: 'Проверка ждёт начала',
  running: (step: number, steps: number) => `Идёт проверка: шаг ${step} из ${steps}`,
  renews: 'Страница обновляется сама. Одновременно идёт одна проверка.',
  right: 'Всё сходится',
  wrong: 'Сходится не всё',
  at: 'Закончена',
  by: 'Кто запустил',
  counts: {
    clients: 'Клиенты',
    transfers: 'Переводы',
    requests: 'Заказы',
    certificates: 'Сертификаты',
    codes: 'Коды',
  },
  checks: 'Что проверено',
  check: 'Проверка',
  verdict: 'Итог',
  fine: 'сходится',
  violations: (count: string) => `нарушений: ${count}`,
  days: 'Опечатанные дни',
  dayCount: (days: string, last: string) => `Опечатано дней: ${days}, последний ${last}.`,
  noDays: 'Опечатанных дней пока нет: день опечатывается через двое суток.',
  changed: (days: string) => `Изменились после опечатывания: ${days}.`,
  unchanged: 'Ни один день после этого не изменился: переводы, открытия кодов и погашения те же.',
  chains: (count: string) =>
    `Журналов действий: ${count}. Файл хранит конец каждого: сохраните его там, где базу не изменить.`,
  download: 'Скачать JSON',
  past: 'Прошлые проверки',
  state: 'Итог',
  states: { waiting: 'ждёт', running: 'идёт', interrupted: 'прервалась' },
};

export type ProofLabels = typeof ru;

const en: ProofLabels = {
  title: 'Proof',
  lead: 'Money and codes are counted again over the whole database: each rouble from its transfers, each code at exactly one order, each audit without a gap.',
  run: 'Run now',
  asked: 'The proof has started.',
  busy: 'A proof is running already.',
  none: 'No proof was run on this page yet.',
  waiting: 'The proof waits to begin',
  running: (step, steps) => `Running: check ${step} of ${steps}`,
  renews: 'This page updates automatically. One proof runs at a time.',
  right: 'Everything adds up',
  wrong: 'Not everything adds up',
  at: 'Ended',
  by: 'Requested by',
  counts: {
    clients: 'Clients',
    transfers: 'Transfers',
    requests: 'Orders',
    certificates: 'Certificates',
    codes: 'Codes',
  },
  checks: 'Checks',
  check: 'Check',
  verdict: 'Verdict',
  fine: 'adds up',
  violations: (count) => `violations: ${count}`,
  days: 'Sealed days',
  dayCount: (days, last) => `Sealed days: ${days}, the last ${last}.`,
  noDays: 'No day is sealed yet: a day is sealed two days later.',
  changed: (days) => `Changed after they were sealed: ${days}.`,
  unchanged: 'No day has changed since: transfers, openings of codes and redemptions are the same.',
  chains: (count) =>
    `Audit chains: ${count}. The file keeps the end of each: store it where the database cannot be changed from.`,
  download: 'Download JSON',
  past: 'Past proofs',
  state: 'Verdict',
  states: { waiting: 'waits', running: 'running', interrupted: 'interrupted' },
};

export const proofLabels: Record<Language, ProofLabels> = { ru, en };
