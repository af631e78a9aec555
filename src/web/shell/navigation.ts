/** The sections of signed-in pages, and who may see which. */
import { may, type PersonPrincipal } from '../../people/access/principal.ts';
import type { Side } from '../../people/access/party.ts';
import type { Permission } from '../../people/access/rights.ts';
import type { Language } from '../../platform/text/language.ts';
import { findPlaces } from './find-places.ts';

export type NavigationGroup = 'work' | 'sales' | 'catalogue' | 'money' | 'integration' | 'control' | 'own';

/** In the order of the navigation. */
export const groupNames: Record<NavigationGroup, Record<Language, string>> = {
  work: { ru: 'Работа', en: 'Work' },
  sales: { ru: 'Продажи', en: 'Sales' },
  catalogue: { ru: 'Каталог', en: 'Catalogue' },
  money: { ru: 'Деньги и отчёты', en: 'Money and reports' },
  integration: { ru: 'Интеграция', en: 'Integration' },
  control: { ru: 'Контроль', en: 'Control' },
  own: { ru: 'Организация', en: 'Organisation' },
};

/** A place of the navigation, for those of its side who may see the page. */
export interface NavigationEntry {
  path: string;
  side: Side;
  needs: Permission;
  group: NavigationGroup;
  name: Record<Language, string>;
}

type Entry = [path: string, needs: Permission, ru: string, en: string];

const groupOf = (side: Side, group: NavigationGroup, entries: readonly Entry[]): NavigationEntry[] =>
  entries.map(([path, needs, ru, en]) => ({ path, side, needs, group, name: { ru, en } }));

/** The navigation of all signed-in pages, in its order. A page is entered here once it exists. */
const navigation: readonly NavigationEntry[] = [
  ...groupOf('operator', 'work', [
    ['/o', 'work.read', 'Требует внимания', 'Needs attention'],
    ['/o/approvals', 'approvals.read', 'Решения', 'Approvals'],
    ['/o/quarantine', 'orders.read', 'Карантин', 'Quarantine'],
  ]),
  ...groupOf('operator', 'sales', [
    ['/o/orders', 'orders.read', 'Заказы', 'Orders'],
    ['/o/waiting', 'orders.read', 'Ждут кодов', 'Waiting for codes'],
    ['/o/callbacks', 'callbacks.read', 'Обратные вызовы', 'Callbacks'],
    ['/o/letters', 'orders.read', 'Не дошло', 'Not delivered'],
    ['/o/money', 'money.read', 'Деньги', 'Money'],
    ['/o/settlement', 'settlement.read', 'Сверка', 'Settlement'],
    ['/o/clients', 'clients.read', 'Клиенты', 'Clients'],
    ['/o/looks', 'clients.read', 'Оформления', 'Looks of clients'],
  ]),
  ...groupOf('operator', 'catalogue', [
    ['/o/onboarding', 'suppliers.read', 'Подключение', 'Onboarding'],
    ['/o/suppliers', 'suppliers.read', 'Поставщики', 'Suppliers'],
    ['/o/products', 'catalogue.read', 'Продукты', 'Products'],
    ['/o/categories', 'catalogue.read', 'Категории', 'Categories'],
    ['/o/imports', 'catalogue.read', 'Импорт каталога', 'Import'],
    ['/o/limits', 'suppliers.read', 'Лимиты', 'Limits'],
    ['/o/alerts', 'suppliers.read', 'Предупреждения', 'Alerts'],
    ['/o/pools', 'stock.read', 'Пулы', 'Pools'],
    ['/o/drafts', 'stock.read', 'Черновики кодов', 'Code drafts'],
    ['/o/activation', 'suppliers.read', 'Активация', 'Activation'],
    ['/o/senders', 'stock.read', 'Отправители кодов', 'Code senders'],
  ]),
  ...groupOf('operator', 'control', [
    ['/o/health', 'work.read', 'Состояние', 'Health'],
    ['/o/mail', 'orders.resend', 'Почта и СМС', 'Mail and texts'],
    ['/o/start', 'settings.change', 'Начало работы', 'Getting started'],
    ['/o/forget', 'recipients.forget', 'Стереть персональные данные', 'Erase personal data'],
    ['/o/restore', 'restores.settle', 'Восстановление', 'Restore'],
    ['/o/proof', 'proof.read', 'Проверка учёта', 'Proof'],
    ['/o/audit', 'audit.read', 'Журнал действий', 'Audit'],
    ['/team', 'team.read', 'Команда', 'Team'],
  ]),
  ...groupOf('client', 'work', [
    ['/c', 'orders.read', 'Обзор', 'Overview'],
    ['/c/orders', 'orders.read', 'Заказы', 'Orders'],
    ['/c/bulk', 'orders.place', 'Массовые заказы', 'Bulk orders'],
    ['/c/approvals', 'approvals.decide', 'Согласования', 'Approvals'],
    ['/c/catalogue', 'catalogue.read', 'Каталог', 'Catalogue'],
    ['/c/look', 'settings.change', 'Оформление', 'Look of gifts'],
  ]),
  ...groupOf('client', 'money', [
    ['/c/money', 'money.read', 'Деньги', 'Money'],
    ['/c/charts', 'orders.read', 'Графики', 'Charts'],
  ]),
  ...groupOf('client', 'integration', [
    ['/c/callbacks', 'callbacks.read', 'Обратные вызовы', 'Callbacks'],
    ['/c/api', 'settings.change', 'API', 'API'],
    ['/c/sandbox', 'settings.change', 'Песочница', 'Sandbox'],
  ]),
  ...groupOf('client', 'own', [
    ['/team', 'team.read', 'Команда', 'Team'],
    ['/c/notifications', 'team.read', 'Уведомления', 'Notifications'],
    ['/c/start', 'team.read', 'Договор и подключение', 'Contract and start'],
    ['/c/audit', 'audit.read', 'Журнал действий', 'Audit'],
  ]),
  ...groupOf('supplier', 'work', [
    ['/s', 'stock.read', 'Обзор', 'Overview'],
    ['/s/codes', 'stock.read', 'Коды', 'Codes'],
    ['/s/activation', 'activation.confirm', 'Активация', 'Activation'],
    ['/till', 'codes.redeem', 'Касса', 'Till'],
  ]),
  ...groupOf('supplier', 'sales', [
    ['/s/sold', 'settlement.read', 'Продано', 'Sold'],
    ['/s/redeemed', 'settlement.read', 'Погашено', 'Redeemed'],
    ['/s/settlement', 'settlement.read', 'Сверка', 'Settlement'],
  ]),
  ...groupOf('supplier', 'integration', [
    ['/s/start', 'templates.change', 'Подключение', 'Onboarding'],
    ['/s/templates', 'templates.change', 'Шаблоны', 'Templates'],
    ['/s/integration', 'integration.change', 'Интеграция', 'Integration'],
  ]),
  ...groupOf('supplier', 'own', [
    ['/s/tills', 'tills.change', 'Кассы и магазины', 'Tills and shops'],
    ['/team', 'team.read', 'Команда', 'Team'],
  ]),
];

export const navigationFor = (principal: PersonPrincipal): NavigationEntry[] =>
  navigation.filter(({ side, needs }) => side === principal.side && may(principal, needs, principal));

/** The page that opens after signing in. */
export const homeOf = (principal: PersonPrincipal): string => navigationFor(principal)[0]?.path ?? '/me';

/** The entry under which a page lies: the one whose address begins its own, the longest of them. */
export function entryOf(path: string, entries: readonly NavigationEntry[]): NavigationEntry | null {
  // What is found is in all of them.
  if (Object.values(findPlaces).some((place) => place.path === path)) return null;
  const above = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return above.toSorted((one, other) => other.path.length - one.path.length)[0] ?? null;
}

/** Sections whose name, in whatever language, has this text. */
export function sectionsNamed(text: string, principal: PersonPrincipal): NavigationEntry[] {
  const wanted = text.trim().toLowerCase();
  return navigationFor(principal).filter(({ name }) =>
    Object.values(name).some((one) => one.toLowerCase().includes(wanted)),
  );
}

export interface NavigationGroupOf {
  group: NavigationGroup;
  entries: NavigationEntry[];
}

/** The entries of each group, without empty groups. */
export const groupsOf = (entries: readonly NavigationEntry[]): NavigationGroupOf[] =>
  (Object.keys(groupNames) as NavigationGroup[])
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((one) => one.entries.length > 0);
