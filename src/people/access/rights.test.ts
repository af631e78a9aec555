import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sides } from './party.ts';
import { may, permit, type PersonPrincipal } from './principal.ts';
import { leadRole, needsSecondFactor, permissions, permissionsOf, roles } from './rights.ts';
import { needsStepUp } from './step-up.ts';

const now = new Date('2026-11-21T12:00:00+03:00');
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

const person = (traits: Partial<PersonPrincipal> = {}): PersonPrincipal => ({
  is: 'person',
  personId: 1,
  name: 'Анна',
  side: 'client',
  partyId: 7,
  role: 'owner',
  isWhole: true,
  steppedUpAt: null,
  ...traits,
});

const own = { side: 'client', partyId: 7 } as const;

const heldBy = (principal: PersonPrincipal): string[] =>
  permissions.filter((permission) => may(principal, permission, own));

test('every permission belongs to a role, and every role has permissions, each listed once', () => {
  const held = sides.flatMap((side) => roles[side].flatMap((role) => permissionsOf(side, role)));
  assert.deepEqual(
    permissions.filter((one) => !held.includes(one)),
    [],
  );
  for (const side of sides) {
    for (const role of roles[side]) {
      const rights = permissionsOf(side, role);
      assert.ok(rights.length > 0, role);
      assert.equal(new Set(rights).size, rights.length, role);
    }
    assert.ok(permissionsOf(side, leadRole[side]).includes('team.change'));
  }
});

test('a role of another side, or no role, has no permissions', () => {
  assert.deepEqual(permissionsOf('client', 'admin'), []);
  assert.deepEqual(permissionsOf('supplier', 'constructor'), []);
  for (const permission of permissions) {
    assert.equal(may(person({ role: 'nothing' }), permission, own), false);
  }
});

test('clients and suppliers reach only their own data, operators all data, each within its role', () => {
  const foreign = { side: 'client', partyId: 8 } as const;
  const supplier = { side: 'supplier', partyId: 7 } as const;
  for (const role of roles.client) {
    const principal = person({ role });
    assert.deepEqual(
      heldBy(principal),
      permissions.filter((one) => permissionsOf('client', role).includes(one)),
    );
    for (const permission of permissions) {
      assert.equal(may(principal, permission, foreign), false);
      assert.equal(may(principal, permission, supplier), false, 'the same number on the other side');
    }
  }
  const support = person({ side: 'operator', partyId: 0, role: 'support' });
  assert.ok(may(support, 'orders.cancel', foreign));
  assert.ok(!may(support, 'money.move', foreign));
});

test('a person who still owes a second factor has no permissions', () => {
  for (const permission of permissions) {
    assert.equal(may(person({ isWhole: false }), permission, own), false);
  }
});

test('codes, keys, money and exports require a fresh proof, valid for less than ten minutes', () => {
  for (const permission of permissionsOf('client', 'owner')) {
    const old = permit(person({ steppedUpAt: minutesAgo(10) }), permission, own, now);
    assert.equal(old, needsStepUp(permission) ? 'step-up' : 'permitted', permission);
    assert.equal(permit(person({ steppedUpAt: minutesAgo(9) }), permission, own, now), 'permitted');
    assert.equal(permit(person({ role: 'viewer' }), 'keys.change', own, now), 'forbidden');
  }
});

test('cashiers and till software may check and redeem at their own supplier only', () => {
  const shop = { side: 'supplier', partyId: 5 } as const;
  const cashier = person({ ...shop, role: 'cashier' });
  const software = { is: 'program', ...shop } as const;
  for (const principal of [cashier, software]) {
    assert.deepEqual(
      permissions.filter((one) => may(principal, one, shop)),
      ['codes.check', 'codes.redeem'],
    );
    for (const one of permissions) {
      assert.equal(may(principal, one, { ...shop, partyId: 6 }), false);
      assert.equal(may(principal, one, { side: 'client', partyId: 5 }), false);
    }
  }
});

test('roles that see links or codes or move money require a second factor', () => {
  const owing = sides.flatMap((side) =>
    roles[side].filter((role) => needsSecondFactor(side, role)).map((role) => `${side} ${role}`),
  );
  assert.deepEqual(owing, [
    'client owner',
    'client finance',
    'client developer',
    'supplier manager',
    'operator admin',
    'operator catalogue',
    'operator finance',
    'operator support',
    'operator auditor',
  ]);
});
