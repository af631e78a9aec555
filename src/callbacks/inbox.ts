/** Catches callbacks of test orders here, for those who have no receiver yet: what is caught is what any attempt records. */
import { findSandbox, type InboxAnswer } from '../clients/sandbox.ts';
import type { Sql } from '../platform/database/database.ts';
import { judge, type ReceiverAnswer } from './call-receiver.ts';

/** What a receiver would have answered. */
const answers: Record<InboxAnswer, { status: number; text: string } | 'timeout' | 'connection refused'> = {
  ok: { status: 200, text: 'OK' },
  'line-break': { status: 200, text: 'OK\n' },
  'other-body': { status: 200, text: '{"status":"ok"}' },
  'status-500': { status: 500, text: 'Internal Server Error' },
  timeout: 'timeout',
  refused: 'connection refused',
};

/** Answers as the client has chosen; a time-out is answered without the wait. */
export async function answerHere(db: Sql, clientId: number, timeoutMs: number): Promise<ReceiverAnswer> {
  const { inboxAnswer } = await findSandbox(db, clientId);
  const answer = answers[inboxAnswer];
  if (typeof answer === 'string') {
    const durationMs = answer === 'timeout' ? timeoutMs : 0;
    return judge({ is: 'failed', problem: answer, sent: true, durationMs });
  }
  const { status, text } = answer;
  return judge({ is: 'answered', status, headers: {}, head: Buffer.from(text), whole: true, durationMs: 0 });
}
