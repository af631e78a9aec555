/** A new supplier, whose manager is invited and whose onboarding begins: all of it, or nothing. */
import { registerSupplier } from '../catalog/supplier-acts.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { operator } from '../../people/access/party.ts';
import { may, type Principal } from '../../people/access/principal.ts';
import { leadRole } from '../../people/access/rights.ts';
import { readEmail } from '../../people/persons/email.ts';
import { invite } from '../../people/team/invite.ts';
import { beginOnboarding } from './begin-onboarding.ts';
import { supplierParty } from './onboarding-side.ts';

export interface SupplierStart {
  name: string;
  email: string;
  language: Language;
}

export type SupplierStarted =
  | { is: 'started'; supplierId: number }
  | { is: 'missing' | 'no-name' | 'name-taken' | 'bad-email' };

const longestName = 200;

export async function startSupplier(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { name: typed, email: address, language }: SupplierStart,
  now: Date,
): Promise<SupplierStarted> {
  if (!may(principal, 'suppliers.change', operator)) return { is: 'missing' };
  const name = typed.trim().replaceAll(/\s+/g, ' ');
  const email = readEmail(address);
  if (name === '' || name.length > longestName) return { is: 'no-name' };
  if (email === null) return { is: 'bad-email' };
  return atomically<SupplierStarted>(db, async (tx) => {
    const fields = { name, contactEmail: email, language };
    const added = await registerSupplier({ db: tx, keyring }, principal, fields, now);
    if (added.is === 'forbidden') return { is: 'missing' };
    if (added.is === 'name-taken') return { is: 'name-taken' };
    const { supplierId } = added;
    const party = supplierParty(supplierId);
    await beginOnboarding(tx, keyring, principal, supplierId, now);
    // Whoever may add a supplier but not people leaves the invitation to an administrator.
    await invite(tx, keyring, principal, { party, email, role: leadRole.supplier, language }, now);
    return { is: 'started', supplierId };
  });
}
