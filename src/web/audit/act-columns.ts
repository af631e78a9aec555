/** Acts of the audit as rows, for every side that reads them. */
import type { AuditEntry } from '../../people/audit/chain.ts';
import type { Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Columns } from '../shell/rows-view.ts';
import { changeView } from './change-view.ts';

const ru = {
  at: 'Когда',
  whose: 'Чей',
  who: 'Кто',
  what: 'Что',
  about: 'О чём',
  change: 'Было → стало',
  empty: 'Таких записей нет.',
};

export const actLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    at: 'When',
    whose: 'Whose',
    who: 'Who',
    what: 'What',
    about: 'About',
    change: 'Before → after',
    empty: 'There are no such entries.',
  },
};

interface ActLook {
  /** Names of acts. */
  names: Readonly<Record<string, string>>;
  /** In whose audit it is, where several are read together. */
  whose?: (entry: AuditEntry) => string;
  who: (entry: AuditEntry) => string;
  about: (entry: AuditEntry) => Content;
  /** What a form calls a field that has no name of its own in the audit. */
  fieldName?: (act: string, field: string) => string | undefined;
  /** Names an act that a second person was asked for. */
  askedName?: (act: string) => string;
}

export function actColumns(look: ActLook, language: Language): Columns<AuditEntry> {
  const { names, whose, who, about, fieldName, askedName } = look;
  const labels = actLabels[language];
  const change = (entry: AuditEntry) => changeView(entry, language, fieldName, askedName);
  const isOne = whose === undefined;
  return [
    { name: labels.at, phone: 'start', cell: (entry) => entry.at },
    !isOne && { name: labels.whose, phone: 'end', cell: whose },
    { name: labels.who, phone: isOne ? 'end' : 'start', cell: who },
    { name: labels.what, phone: isOne ? 'line' : 'end', cell: ({ act }) => names[act] ?? act },
    { name: labels.about, phone: 'line', cell: about },
    { name: labels.change, phone: 'line', cell: change },
  ];
}
