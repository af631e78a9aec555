/** The adapter for suppliers that speak the sample contract of the specification, section 4.5. */
import { z } from 'zod';
import type { Reading, SupplierAdapter, SupplierRequest, SupplierResponse } from '../adapter.ts';
import { samplePlaces } from '../answer-places.ts';
import { auth, authorise, supplierUrl } from '../auth.ts';
import { parseJsonPlainly, valueAt } from '../../../platform/values/json.ts';
import { issuedCode } from '../read-fields.ts';
import { refusalByCode, refusalByStatus } from '../refusal-codes.ts';

const settings = z.strictObject({ supplierUrl, auth });

type Settings = z.infer<typeof settings>;

export const rest: SupplierAdapter<Settings> = {
  name: 'rest',
  title: 'REST, sample shape',
  settings,
  issue: {
    places: () => samplePlaces,
    request: (ask, agreed) =>
      call(agreed, 'POST', 'issueCertificate', {
        request_id: ask.requestId,
        denomination: ask.faceKopecks / 100,
      }),
    read(response) {
      if (response.status !== 201) return notDone(response);
      const body = parseJsonPlainly(response.body);
      if (typeof body !== 'object' || body === null) return { is: 'unclear', reason: { is: 'no-object' } };
      const found = {
        requestId: valueAt(body, 'request_id'),
        face: valueAt(body, 'denomination'),
        number: valueAt(body, 'code'),
        pin: valueAt(body, 'pin'),
        expiresAt: valueAt(body, 'expire_at'),
      };
      return issuedCode(found, { date: 'YYYY-MM-DD hh:mm:ss', face: 'roubles' });
    },
  },
  activate: {
    places: () => samplePlaces,
    request: (ask, agreed) =>
      call(agreed, 'PUT', 'activateCertificate', { request_id: ask.requestId, code: ask.number }),
    read(response) {
      if (response.status !== 200) return notDone(response);
      if (response.body.trim() !== '') return { is: 'unclear', reason: { is: 'not-empty' } };
      return { is: 'done', answer: undefined };
    },
  },
};

function call(agreed: Settings, method: 'POST' | 'PUT', operation: string, body: object): SupplierRequest {
  return authorise(
    {
      method,
      url: `${agreed.supplierUrl}/api/${operation}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    },
    agreed.auth,
  );
}

/** `{"error": {"code": "no_stock", "text": "…"}}` or `{"error": "no_stock"}` with a status of 400 to 499. */
function notDone({ status, body }: SupplierResponse): Reading<never> {
  const reason = { is: 'status', status } as const;
  const unclear = { is: 'unclear', reason } as const;
  if (status < 400 || status > 499) return unclear;
  const error = valueAt(parseJsonPlainly(body), 'error');
  return (
    refusalByCode(error, reason) ??
    refusalByCode(valueAt(error, 'code'), reason) ??
    refusalByStatus(status) ??
    unclear
  );
}
