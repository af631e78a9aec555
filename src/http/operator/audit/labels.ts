/** What `/o/audit` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Журнал действий',
  lead: 'Кто и что сделал у оператора, клиентов и поставщиков. У каждого своя цепочка записей: изменить или убрать запись незаметно нельзя.',
  chain: 'Чей журнал',
  all: 'все',
  partyId: '№ клиента или поставщика',
  command: 'команда оператора',
  from: 'С',
  until: 'По',
  check: (name: string) => `Проверить цепочку: ${name}`,
  whole: (name: string, rows: string) => `Цепочка цела: ${name}, записей ${rows}.`,
  broken: (name: string, seq: number) => `Цепочка ${name} нарушена: запись № ${seq} изменена или пропала.`,
  lookedTo: 'Просмотрены последние 20 000 записей; подходящие старше — по кнопке «Старше».',
};

export type OperatorAuditLabels = typeof ru;

const en: OperatorAuditLabels = {
  title: 'Audit',
  lead: 'Who did what at the operator, the clients and the suppliers. Each has a chain of its own: no entry can be changed or removed unnoticed.',
  chain: 'Whose audit',
  all: 'all',
  partyId: 'No. of client or supplier',
  command: 'command of the operator',
  from: 'From',
  until: 'Until',
  check: (name) => `Check the chain: ${name}`,
  whole: (name, rows) => `The chain is intact: ${name}, entries: ${rows}.`,
  broken: (name, seq) => `The chain of ${name} is broken: entry no. ${seq} was changed or is missing.`,
  lookedTo: 'The last 20,000 entries were searched; continue with “Older”.',
};

export const operatorAuditLabels: Record<Language, OperatorAuditLabels> = { ru, en };
