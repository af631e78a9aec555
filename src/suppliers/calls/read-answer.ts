import { normaliseNumber } from '../../vault/seal-code.ts';
import type { Exchange, IssueAsk, IssuedCode, Reading, SupplierResponse } from '../../adapters/adapter.ts';

/** Programs and spreadsheets write numbers that are too long for them like this. */
const rounded = /^\d[.,]\d+E\+?\d+$/i;
const maxCodeLength = 255;
const maxPinLength = 64;

/** Lets an adapter read an answer. An answer that makes the adapter fail is unclear. */
export function readAnswer<Ask, Answer>(
  exchange: Exchange<unknown, Ask, Answer>,
  response: SupplierResponse,
  ask: Ask,
  settings: unknown,
): Reading<Answer> {
  try {
    return exchange.read(response, ask, settings);
  } catch {
    return { is: 'unclear', details: 'the answer is unreadable' };
  }
}

/** Whether an issued code matches the request and can be sold; anything else never reaches a client. */
export function judgeIssued(reading: Reading<IssuedCode>, ask: IssueAsk, now: Date): Reading<IssuedCode> {
  if (reading.is !== 'done') return reading;
  const details = faultOf(reading.answer, ask, now);
  return details === null ? reading : { is: 'wrong', details };
}

function faultOf(code: IssuedCode, ask: IssueAsk, now: Date): string | null {
  if (code.requestId !== ask.requestId) return 'the answer is for another request_id';
  if (code.faceKopecks !== ask.faceKopecks) return 'the code has another face';
  if (normaliseNumber(code.number) === '' || !isPrintable(code.number, maxCodeLength))
    return 'the code is unreadable';
  if (rounded.test(code.number)) return 'the code is a rounded number';
  if (!isPrintable(code.pin, maxPinLength)) return 'the PIN is unreadable';
  if (code.expiresAt !== null && code.expiresAt <= now) return 'the code has expired already';
  return null;
}

const isPrintable = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && text.isWellFormed() && !/\p{C}/u.test(text);
