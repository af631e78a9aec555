import type { Side } from './party.ts';

/** Everything that somebody may be allowed to do. Clients and suppliers do it to their own, operators to everybody's. */
export const permissions = [
  // Clients
  'orders.read',
  'orders.place',
  'orders.cancel',
  'orders.resend',
  // Sends a certificate to an address that the order did not name.
  'orders.redirect',
  'orders.comment',
  'links.read',
  'money.read',
  'money.move',
  'exports.make',
  'catalogue.read',
  'callbacks.read',
  'callbacks.replay',
  'settings.change',
  'keys.change',
  // Suppliers
  'codes.check',
  'codes.redeem',
  'tills.change',
  'stock.read',
  'stock.load',
  'activation.confirm',
  'settlement.read',
  'templates.change',
  'integration.change',
  // Operators
  'clients.change',
  'suppliers.change',
  'products.change',
  'quarantine.settle',
  'refunds.make',
  'approvals.decide',
  'proof.read',
  // Every side
  'team.read',
  'team.change',
  'audit.read',
] as const;

export type Permission = (typeof permissions)[number];

export const roles = {
  client: ['owner', 'finance', 'developer', 'viewer'],
  supplier: ['manager', 'cashier'],
  operator: ['admin', 'catalogue', 'finance', 'support', 'auditor'],
} as const satisfies Record<Side, readonly string[]>;

export type Role = (typeof roles)[Side][number];

/** Who may take care of a party's people; one of them is always left. */
export const leadRole = { client: 'owner', supplier: 'manager', operator: 'admin' } as const;

export const isRoleOf = (side: Side, role: string): role is Role =>
  (roles[side] as readonly string[]).includes(role);

/** What each role may, whole: no permission brings another one along. */
const rights: { [S in Side]: Record<(typeof roles)[S][number], readonly Permission[]> } = {
  client: {
    owner: [
      'orders.read',
      'orders.place',
      'orders.cancel',
      'orders.resend',
      'orders.redirect',
      'orders.comment',
      'links.read',
      'money.read',
      'money.move',
      'exports.make',
      'catalogue.read',
      'callbacks.read',
      'callbacks.replay',
      'settings.change',
      'keys.change',
      'team.read',
      'team.change',
      'audit.read',
      'approvals.decide',
    ],
    finance: ['orders.read', 'money.read', 'money.move', 'exports.make', 'catalogue.read', 'team.read'],
    developer: [
      'orders.read',
      'catalogue.read',
      'callbacks.read',
      'callbacks.replay',
      'settings.change',
      'keys.change',
      'team.read',
    ],
    viewer: ['orders.read', 'money.read', 'catalogue.read', 'team.read'],
  },
  supplier: {
    manager: [
      'codes.check',
      'codes.redeem',
      'tills.change',
      'stock.read',
      'stock.load',
      'activation.confirm',
      'settlement.read',
      'templates.change',
      'integration.change',
      'exports.make',
      'team.read',
      'team.change',
      'audit.read',
      'approvals.decide',
    ],
    cashier: ['codes.check', 'codes.redeem'],
  },
  operator: {
    admin: [
      'orders.read',
      'money.read',
      'catalogue.read',
      'callbacks.read',
      'stock.read',
      'settlement.read',
      'clients.change',
      'suppliers.change',
      'products.change',
      'settings.change',
      'keys.change',
      'tills.change',
      'templates.change',
      'integration.change',
      'approvals.decide',
      'proof.read',
      'team.read',
      'team.change',
      'audit.read',
    ],
    catalogue: [
      'catalogue.read',
      'products.change',
      'suppliers.change',
      'stock.read',
      'stock.load',
      'templates.change',
      'settlement.read',
      'team.read',
    ],
    finance: [
      'orders.read',
      'money.read',
      'money.move',
      'exports.make',
      'settlement.read',
      'refunds.make',
      'approvals.decide',
      'team.read',
    ],
    support: [
      'orders.read',
      'orders.cancel',
      'orders.resend',
      'orders.redirect',
      'orders.comment',
      'catalogue.read',
      'callbacks.read',
      'callbacks.replay',
      'quarantine.settle',
      'refunds.make',
      'team.read',
    ],
    auditor: [
      'orders.read',
      'money.read',
      'catalogue.read',
      'callbacks.read',
      'stock.read',
      'settlement.read',
      'proof.read',
      'team.read',
      'audit.read',
    ],
  },
};

export const permissionsOf = (side: Side, role: string): readonly Permission[] =>
  isRoleOf(side, role) ? ((rights[side] as Partial<Record<Role, readonly Permission[]>>)[role] ?? []) : [];

/** See links and codes, move money, or make what can: no role with one of these goes without a second factor. */
const guarded: readonly Permission[] = [
  'links.read',
  'orders.redirect',
  'money.move',
  'refunds.make',
  'keys.change',
  'stock.load',
  'integration.change',
];

/** Operators reach into every party's things, so each of them needs one, whatever the role. */
export const needsSecondFactor = (side: Side, role: string): boolean =>
  side === 'operator' || permissionsOf(side, role).some((one) => guarded.includes(one));

/** Asked for again where the last proof that the person is there is older than ten minutes. */
const steppedUp: readonly Permission[] = [
  'links.read',
  'orders.redirect',
  'keys.change',
  'integration.change',
  'money.move',
  'refunds.make',
  'exports.make',
];

export const needsStepUp = (permission: Permission): boolean => steppedUp.includes(permission);
