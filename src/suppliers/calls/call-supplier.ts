/** One call to a supplier by its adapter: sends it, judges the answer, masks the transcript. */
import type { Clock } from '../../platform/time/clock.ts';
import type { HttpOutcome } from '../../platform/network/http-call.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import { readEncodings, readText } from '../../platform/network/read-text.ts';
import type {
  ActivateAsk,
  Exchange,
  IssueAsk,
  IssuedCode,
  Reading,
  SupplierRequest,
  SupplierResponse,
} from '../adapters/adapter.ts';
import { maskedSettings, maskTranscript, secretsOf, type MaskedSettings } from './mask-transcript.ts';
import type { Agreement } from '../set-agreement.ts';
import { barcodeFault, type Barcode } from '../../platform/values/judge-barcode.ts';
import { readSymbols } from '../../platform/values/judge-symbols.ts';
import { normaliseNumber } from '../../vault/compared-number.ts';
import type { CallReason } from '../adapters/call-reasons.ts';

/** `barcode`: what the code must fit; null: any. */
export type SupplierCall =
  | { kind: 'issue'; ask: IssueAsk; barcode: Barcode | null }
  | { kind: 'activate'; ask: ActivateAsk };

/** `unreached`: certainly no byte of the call was received. */
export type CallReading = Reading<IssuedCode | undefined> | { is: 'unreached'; reason: CallReason };

export interface CallOutcome {
  reading: CallReading;
  /** False if no answer came in time or the connection failed; counted by the circuit breaker. */
  answered: boolean;
  durationMs: number;
  httpStatus: number | null;
  /** Masked, so it may be stored and shown. */
  transcript: string;
}

/** Longer answers are treated as unreadable. */
const maxAnswerBytes = 64 * 1024;

/** Calls a supplier once and returns the meaning of its answer. Never throws because of the other side. */
export function callSupplierOnce(
  ctx: { http: HttpClient; clock: Clock },
  agreement: Agreement,
  call: SupplierCall,
): Promise<CallOutcome> {
  const { adapter } = agreement;
  switch (call.kind) {
    case 'issue':
      return exchangeWith(ctx, agreement, adapter.issue, call.ask, {
        judge: (reading) => judgeIssued(reading, call.ask, ctx.clock.now(), call.barcode),
        secretsOfAsk: [],
        secretsOfAnswer: (code) => [code.number, code.pin],
      });
    case 'activate':
      return exchangeWith(ctx, agreement, adapter.activate, call.ask, {
        judge: (reading) => reading,
        secretsOfAsk: [call.ask.number, call.ask.pin],
        secretsOfAnswer: () => [],
      });
  }
}

interface ExchangeRules<Answer> {
  judge(reading: Reading<Answer>): Reading<Answer>;
  secretsOfAsk: string[];
  secretsOfAnswer(answer: Answer): string[];
}

async function exchangeWith<Ask, Answer extends IssuedCode | void>(
  { http }: { http: HttpClient },
  agreement: Agreement,
  exchange: Exchange<unknown, Ask, Answer> | undefined,
  ask: Ask,
  rules: ExchangeRules<Answer>,
): Promise<CallOutcome> {
  const { settings, timeoutMs } = agreement;
  const request = await requestOf(exchange, ask, settings);
  if (exchange === undefined || request === null) {
    return { ...silence, reading: { is: 'unreached', reason: { is: 'no-request-made' } } };
  }
  const outcome = await http.send({
    ...request,
    purpose: 'suppliers',
    headers: { 'user-agent': userAgent, 'accept-encoding': readEncodings, ...request.headers },
    timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  const heard = responseOf(outcome);
  const response = heard.is === 'response' ? heard.response : null;
  const raw =
    heard.is === 'response'
      ? readAnswer(exchange, heard.response, ask, settings)
      : withoutAnswer(outcome, heard.reason);
  const reading = raw.is === 'unreached' ? raw : rules.judge(raw);
  const secrets = [...rules.secretsOfAsk, ...(raw.is === 'done' ? rules.secretsOfAnswer(raw.answer) : [])];
  return {
    reading: reading.is === 'done' ? { is: 'done', answer: reading.answer ?? undefined } : reading,
    answered: outcome.is === 'answered',
    durationMs: outcome.durationMs,
    httpStatus: outcome.is === 'answered' ? outcome.status : null,
    transcript: maskTranscript(request, response, {
      settings: maskedSettingsOf(agreement),
      secrets,
      places: exchange.places(settings),
    }),
  };
}

const userAgent = 'Facevalue';
const silence = { answered: true, durationMs: 0, httpStatus: null, transcript: '' };

/** Texts of our own contract in refusals. */
const contractTerms = 'no_stock limit bad_face bad_code unauthorized malformed error';

const maskedByAgreement = new WeakMap<Agreement, MaskedSettings>();

const maskedSettingsOf = (agreement: Agreement): MaskedSettings =>
  maskedByAgreement.getOrInsertComputed(agreement, ({ adapter, settings }) =>
    maskedSettings(secretsOf(adapter.settings, settings), [JSON.stringify(settings), contractTerms]),
  );

async function requestOf<Ask>(
  exchange: Exchange<unknown, Ask, unknown> | undefined,
  ask: Ask,
  settings: unknown,
): Promise<SupplierRequest | null> {
  try {
    return (await exchange?.request(ask, settings)) ?? null;
  } catch {
    return null;
  }
}

type Heard = { is: 'response'; response: SupplierResponse } | { is: 'nothing'; reason: CallReason };

function responseOf(outcome: HttpOutcome): Heard {
  if (outcome.is === 'failed') return { is: 'nothing', reason: { is: outcome.problem } };
  if (!outcome.whole) return { is: 'nothing', reason: { is: 'too-long-answer', most: maxAnswerBytes } };
  const read = readText(outcome.headers, outcome.head, { maxBytes: maxAnswerBytes });
  if (read.is === 'unreadable') return { is: 'nothing', reason: read.reason };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(outcome.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return { is: 'response', response: { status: outcome.status, headers, body: read.text } };
}

const withoutAnswer = (outcome: HttpOutcome, reason: CallReason): Exclude<CallReading, { is: 'done' }> => ({
  is: outcome.is === 'answered' || outcome.sent ? 'unclear' : 'unreached',
  reason,
});

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
    return { is: 'unclear', reason: { is: 'unreadable' } };
  }
}

/** Whether an issued code matches the request and can be sold; anything else never reaches a client. */
export function judgeIssued(
  reading: Reading<IssuedCode>,
  ask: IssueAsk,
  now: Date,
  barcode: Barcode | null = null,
): Reading<IssuedCode> {
  if (reading.is !== 'done') return reading;
  const reason = faultOf(reading.answer, ask, now) ?? (barcode && unfitFor(barcode, reading.answer));
  return reason === null ? reading : { is: 'wrong', reason };
}

/** Ids are UUIDs: some systems give them back in capitals or, as .NET writes them, in braces. */
const isSameRequest = (given: string, asked: string): boolean =>
  given.replace(/^\{(.*)\}$/, '$1').toLowerCase() === asked.toLowerCase();

/** Thin bars are told by the final test alone: the code is exactly what the supplier means. */
function unfitFor(barcode: Barcode, code: IssuedCode): CallReason | null {
  const fault = barcodeFault(barcode, code);
  return fault?.is === 'unfit' ? fault.reason : null;
}

function faultOf(code: IssuedCode, ask: IssueAsk, now: Date): CallReason | null {
  if (!isSameRequest(code.requestId, ask.requestId)) return { is: 'other-request' };
  if (code.faceKopecks !== ask.faceKopecks) return { is: 'other-face' };
  if (normaliseNumber(code.number) === '') return { is: 'code-unreadable' };
  const number = readSymbols('number', code.number);
  if (number.is === 'wrong') return { ...number.fault, what: 'code' };
  const pin = readSymbols('PIN', code.pin);
  if (pin.is === 'wrong') return { ...pin.fault, what: 'PIN' };
  if (code.expiresAt !== null && code.expiresAt <= now) return { is: 'expired' };
  return null;
}
