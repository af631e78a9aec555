/** Permissions that need a fresh proof that the person is present. */
import type { Permission } from './rights.ts';

/** Asked for again where the last proof that the person is there is older than ten minutes. */
const steppedUp: readonly Permission[] = [
  'links.read',
  'orders.redirect',
  'keys.change',
  'integration.change',
  'money.move',
  'refunds.make',
  'exports.make',
  'codes.show',
  'codes.export',
  'recipients.forget',
  'approvals.decide',
  'restores.settle',
];

export const needsStepUp = (permission: Permission): boolean => steppedUp.includes(permission);
