import { randomUUID } from 'node:crypto';
import { callSupplierOnce, type CallOutcome } from '../calls/call-supplier.ts';
import { replaceSecrets } from '../calls/mask-transcript.ts';
import { openConversation, outcomeOf, type Conversation } from './conversation.ts';
import type { Finding } from './finding.ts';
import type { CertifyTarget } from './find-targets.ts';
import { callReasons } from '../adapters/call-reasons.ts';

/** Result of a scenario; transcripts are masked. */
export interface Found {
  findings: Finding[];
  transcripts: string[];
}

const repeats = 3;

export const nothing = (): Found => ({ findings: [], transcripts: [] });

export function note(found: Found, finding: Finding, outcome?: CallOutcome): void {
  found.findings.push(finding);
  if (outcome !== undefined && outcome.transcript !== '') found.transcripts.push(outcome.transcript);
}

/** The chosen faces of every product, one code each. */
export async function issueEachFace(talk: Conversation, targets: CertifyTarget[]): Promise<Found> {
  const found = nothing();
  for (const target of targets) {
    for (const faceKopecks of target.facesKopecks) {
      const outcome = await talk.issue({ target, faceKopecks });
      if (outcome.reading.is === 'done') continue;
      note(found, { is: 'not-issued', face: faceKopecks / 100, ...outcomeOf(outcome) }, outcome);
    }
  }
  return found;
}

export async function repeatOneCall(
  talk: Conversation,
  target: CertifyTarget,
  faceKopecks: number,
): Promise<Found> {
  const requestId = randomUUID();
  const outcomes: CallOutcome[] = [];
  for (let call = 0; call < repeats; call += 1) {
    outcomes.push(await talk.issue({ target, faceKopecks, requestId }));
  }
  const differs: Finding = talk.agreement.idempotent
    ? { is: 'repeat-differs', calls: repeats }
    : { is: 'repeat-differs-as-agreed', calls: repeats };
  return sameCode(talk, outcomes, differs);
}

/** Two workers may request the same order at once, if one was considered dead. */
export async function repeatAtOnce(
  talk: Conversation,
  target: CertifyTarget,
  faceKopecks: number,
): Promise<Found> {
  const requestId = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: repeats }, () => talk.issue({ target, faceKopecks, requestId })),
  );
  return sameCode(talk, outcomes, { is: 'together-differs', calls: repeats });
}

function sameCode(talk: Conversation, outcomes: CallOutcome[], differs: Finding): Found {
  const found = nothing();
  const failed = outcomes.find(({ reading }) => reading.is !== 'done');
  if (failed !== undefined && talk.agreement.idempotent) {
    note(found, { is: 'repeat-unanswered', ...outcomeOf(failed) }, failed);
  }
  const byCode = new Map(
    outcomes.flatMap((outcome) => {
      const { reading } = outcome;
      if (reading.is !== 'done' || reading.answer === undefined) return [];
      return [[JSON.stringify([reading.answer.number, reading.answer.pin]), outcome] as const];
    }),
  );
  const [one, other] = byCode.values();
  if (other !== undefined) {
    note(found, differs, one);
    found.transcripts.push(other.transcript);
  }
  return found;
}

export async function askForForeignFace(talk: Conversation, target: CertifyTarget): Promise<Found> {
  const found = nothing();
  const faceKopecks = target.foreignFaceKopecks;
  const outcome = await talk.issue({ target, faceKopecks });
  const { reading } = outcome;
  if (reading.is === 'done') {
    note(found, { is: 'wrong-face-issued', face: faceKopecks / 100 }, outcome);
  } else if (reading.is !== 'refused') {
    note(found, { is: 'not-refused', ...outcomeOf(outcome) }, outcome);
  } else if (reading.why !== 'bad-face') {
    note(found, { is: 'refused-otherwise', why: reading.why, expected: 'bad-face' }, outcome);
  }
  return found;
}

/** The request for a code, cut in half; null if there is no body. */
export async function sendMalformed(
  talk: Conversation,
  target: CertifyTarget,
  faceKopecks: number,
): Promise<Found | null> {
  const { agreement, ctx } = talk;
  const exchange = agreement.adapter.issue;
  if (exchange === undefined) return null;
  const ask = { requestId: randomUUID(), faceKopecks, productId: target.productId };
  const request = await exchange.request(ask, agreement.settings);
  if (request.body === '') return null;
  const cut = { ...request, body: request.body.slice(0, Math.ceil(request.body.length / 2)) };
  const broken = { ...agreement.adapter, issue: { ...exchange, request: () => Promise.resolve(cut) } };
  const outcome = await callSupplierOnce(
    ctx,
    { ...agreement, adapter: broken },
    { kind: 'issue', ask, barcode: null },
  );
  const found = nothing();
  const { reading } = outcome;
  if (reading.is === 'done' || reading.is === 'wrong') note(found, { is: 'malformed-done' }, outcome);
  else if (!outcome.answered || outcome.httpStatus === null) {
    note(found, { is: 'malformed-unanswered', details: callReasons.text(reading.reason, 'en') }, outcome);
  } else if (reading.is !== 'refused' && !saysMalformed(agreement.adapter.name, outcome.httpStatus)) {
    note(found, { is: 'malformed-status', status: outcome.httpStatus }, outcome);
  }
  return found;
}

/** SOAP and RPC report a malformed request as a fault in the body, whatever the status. */
const saysMalformed = (adapter: string, status: number): boolean =>
  !adapter.startsWith('rest') || (status >= 400 && status <= 499);

/** The same call with wrong secrets; null if it has none that can be replaced. */
export async function callAsStranger(
  talk: Conversation,
  target: CertifyTarget,
  faceKopecks: number,
): Promise<Found | null> {
  const { agreement, ctx } = talk;
  const ask = { requestId: randomUUID(), faceKopecks, productId: target.productId };
  const request = await agreement.adapter.issue?.request(ask, agreement.settings);
  if (request?.tls !== undefined) return null;
  const found = nothing();
  let secrets = 0;
  const settings = replaceSecrets(agreement.adapter.settings, agreement.settings, () => {
    secrets += 1;
    return `stranger-${randomUUID()}`;
  });
  if (secrets === 0) {
    note(found, { is: 'open-to-anybody' });
    return found;
  }
  const stranger = openConversation(ctx, { ...agreement, settings });
  const outcome = await stranger.issue({ target, faceKopecks });
  talk.codes.push(...stranger.codes);
  if (outcome.reading.is !== 'refused') {
    note(found, { is: 'stranger-served', outcome: outcome.reading.is }, outcome);
  } else if (outcome.reading.why !== 'auth') {
    note(found, { is: 'refused-otherwise', why: outcome.reading.why, expected: 'auth' }, outcome);
  }
  return found;
}

export interface LoadSize {
  calls: number;
  concurrency: number;
}

export async function bearLoad(
  talk: Conversation,
  target: CertifyTarget,
  { calls, concurrency }: LoadSize,
): Promise<Found> {
  const found = nothing();
  const failures: CallOutcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < calls) {
      const faceKopecks = target.facesKopecks[next % target.facesKopecks.length] as number;
      next += 1;
      const outcome = await talk.issue({ target, faceKopecks });
      if (outcome.reading.is !== 'done') failures.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, calls) }, lane));
  const [first] = failures;
  if (first !== undefined) {
    const { outcome, details } = outcomeOf(first);
    note(found, { is: 'load-failed', failed: failures.length, calls, details: details || outcome }, first);
  }
  return found;
}
