/** Whether suppliers' servers answer. */
import type { Sql } from '../../platform/database/database.ts';
import { isCertificateProblem } from '../../platform/network/certificate-problem.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { reachSupplier } from '../../suppliers/calls/reach-supplier.ts';
import { listAgreements, type Agreement } from '../../suppliers/set-agreement.ts';
import type { Finding } from './finding.ts';

/** More are not called at once by a check. */
const maxSuppliers = 100;

/** Whether anything answers at the suppliers' addresses. None of their operations is called, since these make codes. */
export async function checkSuppliers(
  db: Sql,
  { keyring, http }: { keyring: Keyring; http: HttpClient },
): Promise<Finding[]> {
  const agreements = await listAgreements(db, keyring, maxSuppliers);
  const findings = await Promise.all(agreements.map((agreement) => reach(agreement, http)));
  return findings.length === 0 ? [{ is: 'suppliers-none' }] : findings;
}

async function reach(agreement: Agreement, http: HttpClient): Promise<Finding> {
  const { name: supplier } = agreement;
  const reached = await reachSupplier(agreement, http);
  if (reached === null) return { is: 'supplier-silent', supplier, host: '?', details: 'bad address' };
  const { host, outcome } = reached;
  if (outcome.is === 'answered') return { is: 'supplier-reached', supplier, host };
  if (isCertificateProblem(outcome.problem))
    return { is: 'certificate-refused', of: `${supplier}, ${host}`, why: outcome.problem };
  return { is: 'supplier-silent', supplier, host, details: outcome.problem };
}
