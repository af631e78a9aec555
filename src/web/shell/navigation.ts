import { may, type PersonPrincipal } from '../../people/access/principal.ts';
import type { Side } from '../../people/access/party.ts';
import type { Permission } from '../../people/access/rights.ts';
import type { Language } from '../../platform/text/language.ts';

/** A place of the navigation, for those of its side who may see the page. */
export interface NavigationEntry {
  path: string;
  sides: readonly Side[];
  needs: Permission;
  name: Record<Language, string>;
}

/** The navigation of all signed-in pages, in its order. A page is entered here once it exists. */
const navigation: readonly NavigationEntry[] = [
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
  { path: '/till', sides: ['supplier'], needs: 'codes.redeem', name: { ru: 'Касса', en: 'Till' } },
  {
    path: '/c/callbacks',
    sides: ['client'],
    needs: 'callbacks.read',
    name: { ru: 'Обратные вызовы', en: 'Callbacks' },
  },
  { path: '/c/api', sides: ['client'], needs: 'settings.change', name: { ru: 'API', en: 'API' } },
  {
    path: '/team',
    sides: ['client', 'supplier', 'operator'],
    needs: 'team.read',
    name: { ru: 'Команда', en: 'Team' },
  },
  {
    path: '/c/notifications',
    sides: ['client'],
    needs: 'team.read',
    name: { ru: 'Уведомления', en: 'Notifications' },
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
