/** Whether anything answers at a supplier's address. None of its operations is called, since these make codes. */
import type { SupplierRequest } from '../adapters/adapter.ts';
import type { HttpOutcome } from '../../platform/network/http-call.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import type { Agreement } from '../set-agreement.ts';

const probeTimeoutMs = 10_000;

export interface Reached {
  host: string;
  outcome: HttpOutcome;
}

/** Null: the settings cover no call, so they have no address. */
export async function reachSupplier(
  agreement: Pick<Agreement, 'adapter' | 'settings'>,
  http: HttpClient,
): Promise<Reached | null> {
  const request = await anyRequest(agreement);
  if (request === null) return null;
  const { origin, host } = new URL(request.url);
  const outcome = await http.send({
    purpose: 'suppliers',
    method: 'GET',
    url: `${origin}/`,
    headers: {},
    timeoutMs: probeTimeoutMs,
    maxBytes: 0,
    tls: request.tls,
  });
  return { host, outcome };
}

/** A call as it would be sent; only its address and certificate are used. */
async function anyRequest({
  adapter,
  settings,
}: Pick<Agreement, 'adapter' | 'settings'>): Promise<SupplierRequest | null> {
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
