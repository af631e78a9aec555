/** Names of roles for people. */
import type { Language } from '../../platform/text/language.ts';
import type { Side } from './party.ts';
import type { Role } from './rights.ts';

const names: Record<Language, Record<Role, string>> = {
  ru: {
    owner: 'владелец',
    finance: 'финансы',
    developer: 'разработчик',
    viewer: 'только просмотр',
    manager: 'управляющий',
    cashier: 'кассир',
    admin: 'администратор',
    catalogue: 'каталог',
    support: 'поддержка',
    auditor: 'аудитор',
  },
  en: {
    owner: 'owner',
    finance: 'finance',
    developer: 'developer',
    viewer: 'viewer',
    manager: 'manager',
    cashier: 'cashier',
    admin: 'administrator',
    catalogue: 'catalogue',
    support: 'support',
    auditor: 'auditor',
  },
};

/** What a role is called; what no role is, is called as it stands. */
export const roleName = (role: string, language: Language): string =>
  (names[language] as Record<string, string | undefined>)[role] ?? role;

const sideNames: Record<Language, Record<Side, string>> = {
  ru: { client: 'клиент', supplier: 'поставщик', operator: 'оператор' },
  en: { client: 'client', supplier: 'supplier', operator: 'operator' },
};

export const sideName = (side: Side, language: Language): string => sideNames[language][side];
