import type { RequestRecord } from '../../orders/find-requests.ts';
import { refuse, tooManyRequests, wrongFields, type Answer } from './answer.ts';
import type { AwaitRequest } from './await-issue.ts';
import { optionalIdField, readFields, wholeValues, type Data } from '../../platform/values/fields.ts';
import { lackOfCertificate } from './find-request.ts';
import type { Caller } from './operation.ts';

/** Fields of getLinks, getCode and getCertificate. `order_id` is accepted and ignored. */
export const certificateRequest = {
  queue_id: optionalIdField('Id of the queue request, from makeOrder'),
  id: optionalIdField('The same under the name of getStatus'),
};

/** Errors of the operations that need an issued certificate. */
export const certificateErrors = [1004, 1201, 1208, 1209, 3601];

/**
 * Returns the issued certificate of the caller's request, waiting for a moment if necessary, or the reason why there is
 * none.
 */
export async function withCertificate(
  find: AwaitRequest,
  { client, reply }: Caller,
  data: Data,
  answer: (request: RequestRecord) => Promise<Answer> | Answer,
): Promise<Answer> {
  const reading = readFields(certificateRequest, data);
  const values = wholeValues(reading);
  if (values === null) return refuse(wrongFields(reading.wrong));
  const requestId = values.queue_id || values.id;
  if (requestId === 0) return refuse(wrongFields(['queue_id']));
  const request = await find({ clientId: client.id, requestId, onlyTest: client.withTestKey }, reply);
  if (request === 'full') return refuse(tooManyRequests);
  const lack = lackOfCertificate(request);
  if (lack !== null || request === null) return refuse(lack ?? wrongFields(['queue_id']));
  return answer(request);
}
