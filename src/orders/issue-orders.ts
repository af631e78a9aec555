/** Issues queued requests: decides each, gets its code, or has its supplier asked. */
import { inOrder, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { renewPromises } from './promises.ts';
import type { Ending } from './end-orders.ts';
import { claimQueued, type QueuedRequest } from './queued-request.ts';
import { testDelayEnd, testScript } from './test-script.ts';
import {
  drawOrderIds,
  noDecisions,
  validityEnd,
  writeDecisions,
  type Decisions,
  type IssuingSettings,
} from './write-outcomes.ts';
import { makeCodes, takeCodes, type Taken } from '../vault/sell-codes.ts';

export interface IssuedBatch {
  /** How many requests were taken; if it equals the limit, more may be waiting. */
  taken: number;
  issued: { acceptedAt: Date }[];
}

/**
 * Issues a batch of queued requests in one transaction: certificates, captures and further work. Requests whose
 * supplier must be called first become `obtaining`; `finish-obtaining.ts` continues with them.
 */
export async function issueOrders(tx: Tx, settings: IssuingSettings, now: Date): Promise<IssuedBatch> {
  const requests = await claimQueued(tx, settings.limit, now);
  if (requests.length === 0) return { taken: 0, issued: [] };
  const decisions = noDecisions();
  for (const request of requests.filter((one) => one.testmode)) decideTest(request, decisions, now);
  const paid = requests.filter((request) => !request.testmode);
  const [, orderIds] = await inOrder(
    () => decidePaid(tx, settings.keyring, paid, decisions, now),
    () => drawOrderIds(tx, paid.filter(({ scheme }) => scheme !== 'api').length),
  );
  await writeDecisions(tx, settings, decisions, orderIds, now);
  return {
    taken: requests.length,
    issued: decisions.issues.map(({ request }) => ({ acceptedAt: request.acceptedAt })),
  };
}

/** A test order touches no money, pool, limit or supplier; its comment may script the result. */
function decideTest(request: QueuedRequest, decisions: Decisions, now: Date): void {
  const script = testScript(request.comment);
  if (script.errorCode !== null) {
    decisions.endings.push(failure(request, { why: 'scripted', code: script.errorCode }));
  } else if (script.delayed && now < testDelayEnd(request.acceptedAt)) {
    decisions.delays.push({ request, until: testDelayEnd(request.acceptedAt) });
  } else {
    decisions.issues.push({ request, codeId: null, expiresAt: validityEnd(request, now) });
  }
}

async function decidePaid(
  tx: Tx,
  keyring: Keyring,
  requests: QueuedRequest[],
  decisions: Decisions,
  now: Date,
): Promise<void> {
  const covered = await renewPromises(tx, withoutShortfall(requests, decisions), now);
  const codes = await obtainCodes(tx, keyring, covered, now);
  covered.forEach((request, index) => {
    const code = codes[index];
    if (code === undefined) throw new Error('A request was neither sold a code nor refused one.');
    if (typeof code === 'object') {
      decideWithCode(request, code, decisions, now);
      return;
    }
    if (code === 'ask-supplier') {
      decisions.obtainings.push({ request, kind: 'issue', codeId: null });
      return;
    }
    // 'ask-again' leaves the request queued: the next batch continues where this one stopped.
    if (code === 'no-stock' && request.delayedMode) decisions.delays.push({ request, until: null });
    else if (code === 'no-stock') decisions.endings.push(failure(request, { why: 'no-stock' }));
  });
}

function decideWithCode(
  request: QueuedRequest,
  code: Extract<Obtained, object>,
  decisions: Decisions,
  now: Date,
): void {
  if (!code.active && request.activation === 'api') {
    decisions.obtainings.push({ request, kind: 'activate', codeId: code.codeId });
    return;
  }
  const awaitsActivation = !code.active && request.activation !== 'none' && !request.deliverBeforeActivation;
  const expiresAt = code.expiresAt ?? validityEnd(request, now);
  decisions.issues.push({ request, codeId: code.codeId, expiresAt, awaitsActivation });
}

/** While a client has a shortfall, its requests fail one by one; each released hold covers a part. */
function withoutShortfall(requests: QueuedRequest[], decisions: Decisions): QueuedRequest[] {
  const shortfalls = new Map(requests.map((request) => [request.clientId, request.shortfallKopecks]));
  return requests.filter((request) => {
    const shortfall = shortfalls.get(request.clientId) ?? 0;
    if (shortfall <= 0) return true;
    shortfalls.set(request.clientId, shortfall - request.sumKopecks);
    decisions.endings.push(failure(request, { why: 'no-funds' }));
    return false;
  });
}

const failure = (request: QueuedRequest, refusal: Ending['refusal']): Ending => ({
  request,
  state: 'failed',
  refusal,
});

/** The result for a sale; `ask-supplier`: no code yet, the supplier's API issues it. */
type Obtained = Taken | 'ask-supplier';

/**
 * Gets a code for each request by the scheme of its product, in their order. A request of a pool without a promise gets
 * none.
 */
async function obtainCodes(
  tx: Tx,
  keyring: Keyring,
  requests: QueuedRequest[],
  now: Date,
): Promise<Obtained[]> {
  const promised = requests.flatMap(({ scheme, promisedLot, ...sale }, place) =>
    scheme === 'pool' && promisedLot !== null ? [{ place, sale: { ...sale, endsOn: promisedLot } }] : [],
  );
  const own = requests.flatMap((ask, place) => (ask.scheme === 'platform' ? [{ place, sale: ask }] : []));
  const [taken, made] = await Promise.all([
    takeCodes(
      tx,
      promised.map(({ sale }) => sale),
      now,
    ),
    makeCodes(
      tx,
      keyring,
      own.map(({ sale }) => sale),
      now,
    ),
  ]);
  const answers = requests.map(({ scheme }): Obtained => (scheme === 'api' ? 'ask-supplier' : 'no-stock'));
  promised.forEach(({ place }, index) => (answers[place] = taken[index] as Taken));
  own.forEach(({ place }, index) => (answers[place] = made[index] as Taken));
  return answers;
}
