/** What `/c/audit` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Журнал действий',
  lead: 'Кто и что сделал от имени организации. Каждая запись связана с предыдущей: изменить или убрать её незаметно нельзя.',
  check: 'Проверить целостность',
  whole: (rows: number) => `Журнал цел, записей: ${rows}.`,
  broken: (seq: number) => `Запись № ${seq} изменена или пропала. Сообщите оператору.`,
  operator: 'Оператор Facevalue',
  program: (version: number) => (version === 0 ? 'Программа' : `Программа, ключ ${version}`),
};

export type AuditLabels = typeof ru;

const en: AuditLabels = {
  title: 'Audit',
  lead: 'Who did what for the organisation. Each entry is linked to the previous one: none can be changed or removed unnoticed.',
  check: 'Check integrity',
  whole: (rows) => `The audit is intact, entries: ${rows}.`,
  broken: (seq) => `Entry no. ${seq} was changed or is missing. Tell the operator.`,
  operator: 'Operator of Facevalue',
  program: (version) => (version === 0 ? 'Program' : `Program, key ${version}`),
};

export const auditLabels: Record<Language, AuditLabels> = { ru, en };
