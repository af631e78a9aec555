import { announceOutcomes } from '../callbacks/announce.ts';
import { giveBackBrandLimits, useBrandLimits } from '../catalog/use-brand-limits.ts';
import { insertCertificates } from '../delivery/insert-certificates.ts';
import { giftToken, receivingLink } from '../delivery/receiving-link.ts';
import { sampleOrderId } from '../delivery/sample-certificate.ts';
import { scheduleDeliveries } from '../delivery/schedule.ts';
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts';
import type { Tx } from '../platform/database.ts';
import { tokenHash, type Keyring } from '../platform/keyring.ts';
import { endOfDayAfter, endOfMoscowDay } from '../platform/moscow-time.ts';
import { obtainCodes } from '../suppliers/obtain-codes.ts';
import { announcementFor, releasesOf, writeEndings, type Ending } from './end-orders.ts';
import { claimQueued, type QueuedRequest } from './queued-request.ts';
import { testDelayEnd, testScript } from './test-script.ts';

export interface IssuingSettings {
  keyring: Keyring;
  baseUrl: string;
  /** Requests taken at the most. */
  limit: number;
}

export interface IssuedBatch {
  /** How many requests were taken; as many as the limit means that more may be waiting. */
  taken: number;
  issued: { acceptedAt: Date }[];
}

/** A request that becomes a certificate in this batch. */
interface Issue {
  request: QueuedRequest;
  orderId: number;
  codeId: number | null;
  expiresAt: Date | null;
}

/** What the batch decided for each request that it took. */
interface Decisions {
  issues: Omit<Issue, 'orderId'>[];
  endings: Ending[];
  delays: QueuedRequest[];
}

/** Turns a batch of queued requests into certificates, money captured and work scheduled, in one transaction. */
export async function issueOrders(tx: Tx, settings: IssuingSettings, now: Date): Promise<IssuedBatch> {
  const requests = await claimQueued(tx, settings.limit, now);
  if (requests.length === 0) return { taken: 0, issued: [] };
  const decisions: Decisions = { issues: [], endings: [], delays: [] };
  for (const request of requests.filter((one) => one.testmode)) decideTest(request, decisions, now);
  const paid = requests.filter((request) => !request.testmode);
  await decidePaid(tx, settings.keyring, paid, decisions, now);
  const issues = await numberOrders(tx, decisions.issues);
  await Promise.all([
    writeIssues(tx, settings, issues, now),
    delayRequests(tx, decisions.delays),
    writeEndings(tx, settings.keyring, decisions.endings, now),
    // Captures and releases together: whoever locks accounts twice meets another who does on the way.
    postTransfers(tx, [...capturesOf(issues), ...releasesOf(decisions.endings)], now),
  ]);
  return {
    taken: requests.length,
    issued: issues.map(({ request }) => ({ acceptedAt: request.acceptedAt })),
  };
}

/** A test order touches no money, pool, limit or supplier; its comment may script what becomes of it. */
function decideTest(request: QueuedRequest, decisions: Decisions, now: Date): void {
  const script = testScript(request.comment);
  if (script.errorCode !== null) {
    decisions.endings.push(failure(request, { why: 'scripted', code: script.errorCode }));
  } else if (script.delayed && now < testDelayEnd(request.acceptedAt)) {
    decisions.delays.push(request);
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
  const covered = withoutShortfall(requests, decisions);
  const { permitted, refused } = await withinLimits(tx, covered, now);
  const codes = await obtainCodes(tx, keyring, permitted, now);
  const unsold: QueuedRequest[] = [];
  permitted.forEach((request, index) => {
    const code = codes[index];
    if (code === undefined) throw new Error('A request was neither sold a code nor refused one.');
    if (typeof code === 'object') {
      const expiresAt = code.expiresAt ?? validityEnd(request, now);
      decisions.issues.push({ request, codeId: code.codeId, expiresAt });
      return;
    }
    unsold.push(request);
    // 'ask-again' leaves the request queued: the next batch goes on where this one stopped.
    if (code === 'no-stock' && request.delayedMode) decisions.delays.push(request);
    else if (code === 'no-stock') decisions.endings.push(failure(request, { why: 'no-stock' }));
  });
  const uses = unsold.filter((request) => request.brandLimited);
  await giveBackBrandLimits(tx, uses, now);
  // Where a use was given back, those refused behind it are asked again in the next batch: the limit has room now.
  const roomy = new Set(uses.map(brandOf));
  for (const request of refused) {
    if (!roomy.has(brandOf(request))) decisions.endings.push(failure(request, { why: 'supplier-limit' }));
  }
}

const brandOf = (request: QueuedRequest): string => `${request.supplierId}:${request.brandId}`;

/** While a client's funds are short, its requests fail one by one; each hold that goes back covers a part. */
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

async function withinLimits(
  tx: Tx,
  requests: QueuedRequest[],
  now: Date,
): Promise<{ permitted: QueuedRequest[]; refused: QueuedRequest[] }> {
  const limited = requests.filter((request) => request.brandLimited);
  const granted = await useBrandLimits(tx, limited, now);
  const refused = limited.filter((_, index) => granted[index] === false);
  const without = new Set(refused);
  return { permitted: requests.filter((request) => !without.has(request)), refused };
}

const failure = (request: QueuedRequest, refusal: Ending['refusal']): Ending => ({
  request,
  state: 'failed',
  refusal,
});

function validityEnd(request: QueuedRequest, now: Date): Date | null {
  switch (request.validity) {
    case 'unlimited':
      return null;
    case 'fixed':
      return endOfMoscowDay(String(request.validUntil));
    case 'days':
      return endOfDayAfter(now, Number(request.validityDays));
  }
}

async function numberOrders(tx: Tx, issues: Omit<Issue, 'orderId'>[]): Promise<Issue[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select nextval('order_ids') as id from generate_series(1, $1)`,
    [issues.filter(({ codeId }) => codeId !== null).length],
  );
  const ids = rows.map((row) => row.id).toReversed();
  return issues.map((issue) => ({
    ...issue,
    orderId: issue.codeId === null ? sampleOrderId : (ids.pop() as number),
  }));
}

async function writeIssues(tx: Tx, settings: IssuingSettings, issues: Issue[], now: Date): Promise<void> {
  if (issues.length === 0) return;
  const { keyring, baseUrl } = settings;
  const tokens = issues.map(({ request }) => giftToken(keyring, request.clientId, request.requestId));
  const linkOf = (index: number): string => receivingLink(baseUrl, tokens[index] as string);
  await Promise.all([
    markIssued(tx, issues, now),
    insertCertificates(
      tx,
      issues.map((issue, index) => ({
        ...issue.request,
        orderId: issue.orderId,
        codeId: issue.codeId,
        issuedAt: now,
        expiresAt: issue.expiresAt,
        tokenHash: tokenHash(tokens[index] as string),
        senderEmail: issue.request.emailFrom,
      })),
    ),
    scheduleDeliveries(
      tx,
      issues.flatMap((issue) => deliveryOf(issue, now)),
    ),
    announceOutcomes(
      tx,
      keyring,
      issues.flatMap(({ request, orderId }, index) =>
        announcementFor(request, { status: 'ok', orderId, giftPageUrl: linkOf(index) }),
      ),
      now,
    ),
  ]);
}

async function markIssued(tx: Tx, issues: Issue[], now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update requests r set state = 'issued', ended_at = $5, order_id = w.order_id, expires_at = w.expires_at
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[]) as w (client_id, id, order_id, expires_at)
     where r.client_id = w.client_id and r.id = w.id and r.state = 'queued'`,
    [
      issues.map(({ request }) => request.clientId),
      issues.map(({ request }) => request.requestId),
      issues.map(({ orderId }) => orderId),
      issues.map(({ expiresAt }) => expiresAt),
      now,
    ],
  );
  if (rowCount !== issues.length) throw new Error('A request left the queue while it was locked.');
}

async function delayRequests(tx: Tx, requests: QueuedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.query(
    `update requests set state = 'delayed'
     where (client_id, id) in (select * from unnest($1::bigint[], $2::bigint[])) and state = 'queued'`,
    [requests.map((request) => request.clientId), requests.map((request) => request.requestId)],
  );
}

/** `link`, `download` and `code` are fetched by the client; the other types go to the recipient's e-mail, if given. */
function deliveryOf({ request }: Issue, now: Date) {
  const sends = request.deliveryType === 'email' || request.deliveryType === 'sms';
  if (!sends || request.emailTo === '') return [];
  return [
    {
      clientId: request.clientId,
      requestId: request.requestId,
      channel: 'email' as const,
      address: request.emailTo,
      testmode: request.testmode,
      dueAt: request.dateSend ?? now,
    },
  ];
}

function capturesOf(issues: Issue[]): Transfer[] {
  return issues
    .filter(({ request }) => !request.testmode)
    .map(({ request: { clientId, requestId, sumKopecks } }) => ({
      clientId,
      kind: 'capture',
      amountKopecks: sumKopecks,
      requestId,
    }));
}
