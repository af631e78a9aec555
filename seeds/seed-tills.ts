/** The demo's cashiers: one for every supplier whose codes the platform makes and tills redeem, with the same password at each start. */
import { transaction, type Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { hashPassword } from '../src/platform/secrets/password.ts';
import { fromShell } from '../src/people/access/principal.ts';
import { setPassword } from '../src/people/sign-in/sign-in.ts';
import { loginOf } from '../src/people/tills/till-login.ts';
import { addTillUser } from '../src/people/tills/till-users.ts';
import type { DemoFacts } from './demo-facts.ts';
import { demoSuppliers } from './demo-world/suppliers-and-brands.ts';
import type { SeedingContext } from './seed-demo.ts';

const cashier = 'kassa';
/** Its certificates are exchanged: no till redeems them. */
const withoutTill: string = demoSuppliers.larets.name;

export async function seedTills(
  { db, keyring, clock, config }: SeedingContext,
  facts: DemoFacts,
): Promise<DemoFacts> {
  if (config.production) throw new Error('The demo world is never made in production.');
  const platform = facts.suppliers.filter(
    ({ scheme, name }) => scheme === 'platform' && name !== withoutTill,
  );
  const logins = await transaction(db, async (tx) => {
    const added: DemoFacts['logins'] = [];
    for (const { id } of platform) {
      const password = await letIn(tx, keyring, id, clock.now());
      added.push({ page: `${facts.base_url}/till`, user: loginOf(id, cashier), password });
    }
    return added;
  });
  return { ...facts, logins: [...facts.logins, ...logins] };
}

async function letIn(tx: Tx, keyring: Keyring, supplierId: number, now: Date): Promise<string> {
  const password = keyring.token(`demo-till:${supplierId}`);
  const added = await addTillUser(tx, keyring, fromShell, { supplierId, name: cashier }, now);
  if (added.is === 'added') {
    const { rows } = await tx.query<{ id: number }>(`select id from persons where email = $1`, [added.login]);
    await setPassword(tx, rows[0]?.id ?? 0, await hashPassword(keyring, password));
  }
  return password;
}
