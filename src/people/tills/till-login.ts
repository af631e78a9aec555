/** The login of a cashier. No e-mail address looks like it: the last part of a domain has letters. */
export const tillUserName = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** What somebody types to sign in: `kassa-1@501`. The supplier's id makes it one of a kind. */
export const loginOf = (supplierId: number, name: string): string => `${name}@${supplierId}`;

export interface CashierKey {
  supplierId: number;
  name: string;
}

export function readLogin(login: string): CashierKey | null {
  const [, name = '', id = ''] = /^(.{1,40})@([1-9]\d{0,14})$/.exec(login.trim().toLowerCase()) ?? [];
  return tillUserName.test(name) ? { supplierId: Number(id), name } : null;
}
