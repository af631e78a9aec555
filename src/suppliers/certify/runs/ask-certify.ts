/** Asks for the final test of a supplier, with its test codes sealed. */
import type { SealedColumn } from '../../../platform/secrets/reseal.ts';
import { actorOf, permit, type Principal } from '../../../people/access/principal.ts';
import { recordAct } from '../../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../../platform/database/database.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { PlainCode } from '../../../vault/seal-code.ts';
import type { CertifyScope } from './certify-run.ts';

export const maxCalls = 1000;
export const maxConcurrency = 50;

export interface CertifyAsked extends CertifyScope {
  supplierId: number;
  /** That may be activated, where the supplier does not issue. */
  testCode: PlainCode | null;
}

export const codeContext = (supplierId: number): string => `certify-code:${supplierId}`;

export const sealedTestCodes: SealedColumn<{ supplier_id: number }> = {
  table: 'certify_runs',
  column: 'sealed_code',
  key: { supplier_id: 'bigint', id: 'bigint' },
  context: (row) => codeContext(row.supplier_id),
};

/** Asks for the final test of a supplier. It makes real codes at the supplier, which are blocked here and never sold. */
export async function askCertify(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, testCode, ...scope }: CertifyAsked,
  now: Date,
): Promise<{ is: 'asked'; runId: number } | { is: 'no-supplier' | 'step-up' | 'busy' }> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  const permitted = permit(principal, 'integration.change', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'no-supplier' };
  const sealed = testCode === null ? null : keyring.seal(JSON.stringify(testCode), codeContext(supplierId));
  const by = actorOf(principal);
  return atomically(db, async (tx) => {
    const known = await tx.query(`select from suppliers where id = $1`, [supplierId]);
    if (known.rowCount === 0) return { is: 'no-supplier' as const };
    const { rows } = await tx.query<{ id: number }>(
      `insert into certify_runs (supplier_id, scope, sealed_code, asked_name, asked_at, state, due_at)
       values ($1, $2, $3, $4, $5, 'waiting', $5)
       on conflict (supplier_id) where state in ('waiting', 'running') do nothing returning id`,
      [supplierId, JSON.stringify(scope), sealed, by.actorName, now],
    );
    const [run] = rows;
    if (run === undefined) return { is: 'busy' as const };
    const act = { party, by, act: 'supplier.certify-asked', about: `test ${run.id}`, after: scope };
    await recordAct(tx, keyring, act, now);
    return { is: 'asked' as const, runId: run.id };
  });
}
