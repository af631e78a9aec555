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
  // Makes a redeemed certificate valid again.
  'codes.undo',
  'tills.change',
  'stock.read',
  'stock.load',
  'activation.confirm',
  'settlement.read',
  // Binds the supplier to the figures of a month.
  'settlement.decide',
  'templates.change',
  'integration.change',
  // Operators
  // What waits for somebody, and how the platform is.
  'work.read',
  // Takes what waits, gives it to somebody, puts it off.
  'work.take',
  'clients.read',
  'clients.change',
  'suppliers.read',
  'suppliers.change',
  'products.change',
  'limits.change',
  'quarantine.settle',
  'refunds.make',
  // Where a code is, found by the code itself, which is not shown.
  'codes.find',
  'codes.show',
  'codes.export',
  'recipients.forget',
  'alerts.change',
  'approvals.read',
  'approvals.decide',
  'proof.read',
  'proof.run',
  // Says what of a restored database was sold and sent in the lost time.
  'restores.settle',
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
    finance: [
      'orders.read',
      'money.read',
      'money.move',
      'exports.make',
      'catalogue.read',
      'team.read',
      'approvals.decide',
    ],
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
      'codes.undo',
      'tills.change',
      'stock.read',
      'stock.load',
      'activation.confirm',
      'settlement.read',
      'settlement.decide',
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
    // A small operator is one person: an administrator may do everything, and four eyes are set where that is too much.
    admin: [
      'work.read',
      'work.take',
      'orders.read',
      'orders.place',
      'orders.cancel',
      'orders.resend',
      'orders.redirect',
      'orders.comment',
      'quarantine.settle',
      'refunds.make',
      'callbacks.read',
      'callbacks.replay',
      'recipients.forget',
      'clients.read',
      'clients.change',
      'settings.change',
      'keys.change',
      'money.read',
      'money.move',
      'exports.make',
      'settlement.read',
      'catalogue.read',
      'products.change',
      'suppliers.read',
      'suppliers.change',
      'limits.change',
      'templates.change',
      'integration.change',
      'tills.change',
      'stock.read',
      'stock.load',
      'activation.confirm',
      'codes.find',
      'codes.show',
      'codes.export',
      'alerts.change',
      'approvals.read',
      'approvals.decide',
      'proof.read',
      'proof.run',
      'restores.settle',
      'team.read',
      'team.change',
      'audit.read',
    ],
    catalogue: [
      'work.read',
      'work.take',
      'catalogue.read',
      'products.change',
      'suppliers.read',
      'suppliers.change',
      'limits.change',
      'templates.change',
      'stock.read',
      'stock.load',
      'activation.confirm',
      'settlement.read',
      'approvals.read',
      'team.read',
    ],
    finance: [
      'work.read',
      'work.take',
      'orders.read',
      'refunds.make',
      'clients.read',
      'money.read',
      'money.move',
      'exports.make',
      'suppliers.read',
      'settlement.read',
      'approvals.read',
      'approvals.decide',
      'team.read',
    ],
    support: [
      'work.read',
      'work.take',
      'orders.read',
      'orders.cancel',
      'orders.resend',
      'orders.redirect',
      'orders.comment',
      'quarantine.settle',
      'refunds.make',
      'callbacks.read',
      'callbacks.replay',
      'clients.read',
      'catalogue.read',
      'suppliers.read',
      'activation.confirm',
      'codes.find',
      'codes.show',
      'approvals.read',
      'team.read',
    ],
    auditor: [
      'work.read',
      'orders.read',
      'callbacks.read',
      'clients.read',
      'money.read',
      'settlement.read',
      'catalogue.read',
      'suppliers.read',
      'stock.read',
      'codes.find',
      'approvals.read',
      'proof.read',
      'proof.run',
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
  'codes.show',
  'codes.export',
];

/** Operators reach into every party's things, so each of them needs one, whatever the role. */
export const needsSecondFactor = (side: Side, role: string): boolean =>
  side === 'operator' || permissionsOf(side, role).some((one) => guarded.includes(one));
