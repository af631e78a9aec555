import type { HttpClient, HttpOutcome } from '../platform/network/http-client.ts';
import { contentTypes } from './callback-body.ts';
import type { ClaimedCallback } from './claim-callbacks.ts';
import { printableHead } from './printable-head.ts';
import { webhookSignature } from './webhook-signature.ts';

export interface ReceiverAnswer {
  accepted: boolean;
  durationMs: number;
  httpStatus: number | null;
  answerHead: string;
  problem: string;
}

const userAgent = 'Facevalue';
/** Answers up to this length leave the connection open for the next call. */
const maxAnswerBytes = 16_384;
const acceptance = Buffer.from('OK');

/** Makes one attempt. Accepted is only HTTP 200 with exactly the body `OK` (specification, 4.4). */
export async function callReceiver(
  http: HttpClient,
  callback: ClaimedCallback,
  { body, secret, at, timeoutMs }: { body: string; secret: string; at: Date; timeoutMs: number },
): Promise<ReceiverAnswer> {
  const messageId = callback.message_id;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const outcome = await http.send({
    purpose: 'callbacks',
    method: 'POST',
    url: callback.url,
    headers: {
      'content-type': contentTypes[callback.format],
      'user-agent': userAgent,
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(secret, { messageId, timestamp, body }),
    },
    body,
    timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  return judge(outcome);
}

function judge(outcome: HttpOutcome): ReceiverAnswer {
  const { durationMs } = outcome;
  if (outcome.is === 'failed') {
    return { accepted: false, durationMs, httpStatus: null, answerHead: '', problem: outcome.problem };
  }
  const { status, head, whole } = outcome;
  const accepted = status === 200 && whole && head.equals(acceptance);
  return {
    accepted,
    durationMs,
    httpStatus: status,
    answerHead: printableHead(head),
    problem: accepted ? '' : status === 200 ? 'not exactly OK' : 'status is not 200',
  };
}
