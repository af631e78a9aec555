/** Lets a supplier's programs sign in by user and password; the former ones are invalid within a second. Null takes that away. */
import { permit, type Principal } from '../../people/access/principal.ts';
import { hashPassword, newPassword } from '../../platform/secrets/password.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { editAccess } from './supplier-acts.ts';
import { supplierParty, type ActContext } from './recorded.ts';

export type BasicAccessSet =
  /** The password is known this once. */
  { is: 'set'; password: string } | { is: 'removed' | 'no-supplier' | 'user-taken' | 'step-up' };

export async function setBasicAccess(
  ctx: ActContext & Celled,
  principal: Principal,
  { supplierId, userName }: { supplierId: number; userName: string | null },
  now: Date,
): Promise<BasicAccessSet> {
  // A password costs much to hash: nobody else makes us do it.
  const permitted = permit(principal, 'integration.change', supplierParty(supplierId), now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'no-supplier' };
  const password = newPassword();
  const basic =
    userName === null ? null : { userName, passwordHash: await hashPassword(ctx.keyring, password) };
  const edited = await editAccess(ctx, principal, { supplierId, basic, newToken: false }, now);
  if (edited.is !== 'set') {
    const { is } = edited;
    if (is === 'parts-need-till' || is === 'parts-begun')
      throw new Error('A password changes nothing about the tills.');
    return { is };
  }
  return userName === null ? { is: 'removed' } : { is: 'set', password };
}
