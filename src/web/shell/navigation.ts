import { may, type PersonPrincipal } from '../../people/access/principal.ts';
import type { Side } from '../../people/access/party.ts';
import type { Permission } from '../../people/access/rights.ts';
import type { Language } from '../../platform/text/language.ts';

/** Of sides with many pages. */
export type NavigationGroup = 'work' | 'sales' | 'catalogue' | 'control';

/** In the order of the navigation. */
export const groupNames: Record<NavigationGroup, Record<Language, string>> = {
  work: { ru: 'Работа', en: 'Work' },
  sales: { ru: 'Продажи', en: 'Sales' },
  catalogue: { ru: 'Каталог', en: 'Catalogue' },
  control: { ru: 'Контроль', en: 'Control' },
};

/** A place of the navigation, for those of its side who may see the page. */
export interface NavigationEntry {
  path: string;
  sides: readonly Side[];
  needs: Permission;
  /** Missing where all pages of the side fit into one list. */
  group?: NavigationGroup;
  name: Record<Language, string>;
}

type OperatorEntry = [path: string, needs: Permission, ru: string, en: string];

const operatorGroup = (group: NavigationGroup, entries: readonly OperatorEntry[]): NavigationEntry[] =>
  entries.map(([path, needs, ru, en]) => ({ path, sides: ['operator'], needs, group, name: { ru, en } }));

/** The operator's pages, in their order. */
const operatorEntries: readonly NavigationEntry[] = [
  ...operatorGroup('work', [
    ['/o', 'work.read', 'Требует внимания', 'Needs attention'],
    ['/o/find', 'work.read', 'Найти', 'Find'],
    ['/o/approvals', 'approvals.read', 'Решения', 'Approvals'],
    ['/o/quarantine', 'orders.read', 'Карантин', 'Quarantine'],
  ]),
  ...operatorGroup('sales', [
    ['/o/orders', 'orders.read', 'Заказы', 'Orders'],
    ['/o/waiting', 'orders.read', 'Ждут кодов', 'Waiting for codes'],
    ['/o/callbacks', 'callbacks.read', 'Обратные вызовы', 'Callbacks'],
    ['/o/letters', 'orders.read', 'Не дошло', 'Not delivered'],
    ['/o/money', 'money.read', 'Деньги', 'Money'],
    ['/o/settlement', 'settlement.read', 'Сверка', 'Settlement'],
    ['/o/clients', 'clients.read', 'Клиенты', 'Clients'],
  ]),
  ...operatorGroup('catalogue', [
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
  ...operatorGroup('control', [
    ['/o/health', 'work.read', 'Состояние', 'Health'],
    ['/o/mail', 'orders.resend', 'Почта и СМС', 'Mail and texts'],
    ['/o/start', 'settings.change', 'Начало работы', 'Getting started'],
    ['/o/forget', 'recipients.forget', 'Стереть персональные данные', 'Erase personal data'],
    ['/o/restore', 'restores.settle', 'Восстановление', 'Restore'],
    ['/o/proof', 'proof.read', 'Проверка учёта', 'Proof'],
    ['/o/audit', 'audit.read', 'Журнал действий', 'Audit'],
    ['/team', 'team.read', 'Команда', 'Team'],
  ]),
];

/** The navigation of all signed-in pages, in its order. A page is entered here once it exists. */
const navigation: readonly NavigationEntry[] = [
  ...operatorEntries,
  { path: '/c', sides: ['client'], needs: 'orders.read', name: { ru: 'Обзор', en: 'Overview' } },
  { path: '/c/orders', sides: ['client'], needs: 'orders.read', name: { ru: 'Заказы', en: 'Orders' } },
  {
    path: '/c/bulk',
    sides: ['client'],
    needs: 'orders.place',
    name: { ru: 'Массовые заказы', en: 'Bulk orders' },
  },
  { path: '/c/money', sides: ['client'], needs: 'money.read', name: { ru: 'Деньги', en: 'Money' } },
  {
    path: '/c/catalogue',
    sides: ['client'],
    needs: 'catalogue.read',
    name: { ru: 'Каталог', en: 'Catalogue' },
  },
  { path: '/c/charts', sides: ['client'], needs: 'orders.read', name: { ru: 'Графики', en: 'Charts' } },
  { path: '/s', sides: ['supplier'], needs: 'stock.read', name: { ru: 'Обзор', en: 'Overview' } },
  { path: '/s/codes', sides: ['supplier'], needs: 'stock.read', name: { ru: 'Коды', en: 'Codes' } },
  {
    path: '/s/activation',
    sides: ['supplier'],
    needs: 'activation.confirm',
    name: { ru: 'Активация', en: 'Activation' },
  },
  { path: '/s/sold', sides: ['supplier'], needs: 'settlement.read', name: { ru: 'Продано', en: 'Sold' } },
  {
    path: '/s/redeemed',
    sides: ['supplier'],
    needs: 'settlement.read',
    name: { ru: 'Погашено', en: 'Redeemed' },
  },
  {
    path: '/s/settlement',
    sides: ['supplier'],
    needs: 'settlement.read',
    name: { ru: 'Сверка', en: 'Settlement' },
  },
  { path: '/till', sides: ['supplier'], needs: 'codes.redeem', name: { ru: 'Касса', en: 'Till' } },
  {
    path: '/s/start',
    sides: ['supplier'],
    needs: 'templates.change',
    name: { ru: 'Подключение', en: 'Onboarding' },
  },
  {
    path: '/s/templates',
    sides: ['supplier'],
    needs: 'templates.change',
    name: { ru: 'Шаблоны', en: 'Templates' },
  },
  {
    path: '/s/tills',
    sides: ['supplier'],
    needs: 'tills.change',
    name: { ru: 'Кассы и магазины', en: 'Tills and shops' },
  },
  {
    path: '/s/integration',
    sides: ['supplier'],
    needs: 'integration.change',
    name: { ru: 'Интеграция', en: 'Integration' },
  },
  {
    path: '/c/callbacks',
    sides: ['client'],
    needs: 'callbacks.read',
    name: { ru: 'Обратные вызовы', en: 'Callbacks' },
  },
  { path: '/c/api', sides: ['client'], needs: 'settings.change', name: { ru: 'API', en: 'API' } },
  {
    path: '/c/sandbox',
    sides: ['client'],
    needs: 'settings.change',
    name: { ru: 'Песочница', en: 'Sandbox' },
  },
  {
    path: '/team',
    sides: ['client', 'supplier'],
    needs: 'team.read',
    name: { ru: 'Команда', en: 'Team' },
  },
  {
    path: '/c/notifications',
    sides: ['client'],
    needs: 'team.read',
    name: { ru: 'Уведомления', en: 'Notifications' },
  },
  {
    path: '/c/start',
    sides: ['client'],
    needs: 'team.read',
    name: { ru: 'Договор и подключение', en: 'Contract and start' },
  },
  {
    path: '/c/approvals',
    sides: ['client'],
    needs: 'approvals.decide',
    name: { ru: 'Согласования', en: 'Approvals' },
  },
  { path: '/c/audit', sides: ['client'], needs: 'audit.read', name: { ru: 'Журнал действий', en: 'Audit' } },
];

export const navigationFor = (principal: PersonPrincipal): NavigationEntry[] =>
  navigation.filter(({ sides, needs }) => sides.includes(principal.side) && may(principal, needs, principal));

/** The page that opens after signing in. */
export const homeOf = (principal: PersonPrincipal): string => navigationFor(principal)[0]?.path ?? '/me';

/** The entry under which a page lies: the one whose address begins its own, the longest of them. */
export function entryOf(path: string, entries: readonly NavigationEntry[]): NavigationEntry | null {
  const above = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return above.toSorted((one, other) => other.path.length - one.path.length)[0] ?? null;
}

/** The entries of each group, without empty groups. */
export const groupsOf = (
  entries: readonly NavigationEntry[],
): { group: NavigationGroup; entries: NavigationEntry[] }[] =>
  (Object.keys(groupNames) as NavigationGroup[])
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((one) => one.entries.length > 0);
