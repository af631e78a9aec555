/** Whether suppliers' servers answer. */
import type { Sql } from '../platform/database/database.ts';
import { isCertificateProblem } from '../platform/network/certificate-problem.ts';
import type { HttpClient } from '../platform/network/http-client.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { listAgreements, type Agreement } from '../suppliers/set-agreement.ts';
import type { SupplierRequest } from '../adapters/adapter.ts';
import type { Finding } from './finding.ts';

/** More are not called at once by a check. */
const maxSuppliers = 100;
const probeTimeoutMs = 10_000;

/** Whether anything answers at the suppliers' addresses. None of their operations is called, since these make codes. */
export async function checkSuppliers(
  db: Sql,
  { keyring, http }: { keyring: Keyring; http: HttpClient },
): Promise<Finding[]> {
  const agreements = await listAgreements(db, keyring, maxSuppliers);
  const found = await Promise.all(agreements.map((agreement) => reach(agreement, http)));
  return found.length === 0 ? [{ is: 'suppliers-none' }] : found;
}

async function reach(agreement: Agreement, http: HttpClient): Promise<Finding> {
  const { name: supplier } = agreement;
  const request = await anyRequest(agreement);
  if (request === null) return { is: 'supplier-silent', supplier, host: '?', details: 'bad address' };
  const { origin, host } = new URL(request.url);
  const answer = await http.send({
    purpose: 'suppliers',
    method: 'GET',
    url: `${origin}/`,
    headers: {},
    timeoutMs: probeTimeoutMs,
    maxBytes: 0,
    tls: request.tls,
  });
  if (answer.is === 'answered') return { is: 'supplier-reached', supplier, host };
  if (isCertificateProblem(answer.problem))
    return { is: 'certificate-refused', of: `${supplier}, ${host}`, why: answer.problem };
  return { is: 'supplier-silent', supplier, host, details: answer.problem };
}

/** A call as it would be sent; only its address and certificate are used. Null: the settings cover none. */
async function anyRequest({ adapter, settings }: Agreement): Promise<SupplierRequest | null> {
  const requestId = '00000000-0000-0000-0000-000000000000';
  try {
    return (
      (await adapter.issue?.request({ requestId, faceKopecks: 100, productId: 1 }, settings)) ??
      (await adapter.activate?.request({ requestId, number: '0', pin: '' }, settings)) ??
      null
    );
  } catch {
    return null;
  }
}
