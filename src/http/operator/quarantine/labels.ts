/** What `/o/quarantine` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Карантин',
  lead: 'Вызовы поставщиков, результат которых может выяснить только человек: был ли выпущен код и чей он.',
  empty: 'В карантине пусто: все ответы поставщиков ясны.',
  exchange: 'Вызов',
  supplier: 'Поставщик',
  request: 'Запрос',
  face: 'Номинал',
  since: 'С',
  why: 'Почему',
  again: 'ясного ответа пока нет, поставщика спрашивают снова',
  kinds: { issue: 'выпуск', activate: 'активация' },
  kind: 'Что просили',
  client: 'Клиент',
  product: 'Продукт',
  callId: 'Номер у поставщика (request_id)',
  attempts: 'Попытки',
  attempt: (number: number) => `Попытка ${number}`,
  transcript: 'Запрос и ответ, коды и секреты закрыты',
  settle: 'Разобрано',
  settleTitle: 'Что выяснено и сделано',
  note: 'Пояснение',
  noteHint: 'Например: «поставщик отменил код» или «заказ возвращён клиенту». Останется в журнале.',
  noNote: 'Напишите, что выяснено.',
  settled: 'Вызов разобран.',
  settledAt: 'Разобран',
  gone: 'Этот вызов уже разобран или снова в работе.',
};

export type QuarantineLabels = typeof ru;

const en: QuarantineLabels = {
  title: 'Quarantine',
  lead: 'Calls to suppliers whose result only a person can find out: was a code issued, and whose is it.',
  empty: 'Nothing is in quarantine: all suppliers’ answers are clear.',
  exchange: 'Call',
  supplier: 'Supplier',
  request: 'Request',
  face: 'Face value',
  since: 'Since',
  why: 'Why',
  again: 'no clear answer yet; the supplier is being asked again',
  kinds: { issue: 'issue', activate: 'activation' },
  kind: 'What was asked',
  client: 'Client',
  product: 'Product',
  callId: 'The supplier knows it as (request_id)',
  attempts: 'Attempts',
  attempt: (number) => `Attempt ${number}`,
  transcript: 'Request and answer, codes and secrets masked',
  settle: 'Settled',
  settleTitle: 'What was found and done',
  note: 'Note',
  noteHint:
    'For example “the supplier has cancelled the code” or “the order was refunded”. It stays in the audit.',
  noNote: 'Write what was found.',
  settled: 'The call is settled.',
  settledAt: 'Settled',
  gone: 'This call is settled already, or being made again.',
};

export const quarantineLabels: Record<Language, QuarantineLabels> = { ru, en };
