/** Writes what a batch decided about its requests: issued, delayed, obtaining or ended. */
import { announceOutcomes, announcementOf } from '../callbacks/announce.ts';
import { insertCertificates } from '../certificates/certificate.ts';
import { giftHash, giftToken, receivingLink } from '../certificates/gift-link.ts';
import { newTokenSalt } from '../platform/secrets/token-salt.ts';
import { remindersOf } from '../messaging/queue/reminders.ts';
import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { bounceLetters } from '../messaging/queue/bounce-letters.ts';
import { scheduleDeliveries, type NewDelivery } from '../messaging/queue/schedule.ts';
import { postTransfers, transfersOf } from '../ledger/post-transfers.ts';
import { inOrder, type Tx } from '../platform/database/database.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { type Keyring } from '../platform/secrets/keyring.ts';
import { endOfDayAfter, endOfMoscowDay } from '../platform/time/moscow-time.ts';
import { beginExchanges } from '../suppliers/calls/begin-exchanges.ts';
import { breakPromises, deliveryOf } from './promises.ts';
import { writeEndings, type Ending } from './end-orders.ts';
import { giveBackExchanged } from './exchange/exchanged-orders.ts';
import type { QueuedRequest } from './queued-request.ts';
import { movable } from './states.ts';

const mayBeIssued = movable('write-outcomes', 'issued');
const mayBeDelayed = movable('write-outcomes', 'delayed');
const mayObtain = movable('write-outcomes', 'obtaining');

export interface IssuingSettings {
  keyring: Keyring;
  baseUrl: string;
  /** Maximum number of requests per batch. */
  limit: number;
}

/** A request that becomes a certificate. */
export interface Issue {
  request: QueuedRequest;
  /** Null for a test order. */
  codeId: number | null;
  expiresAt: Date | null;
  /** The supplier has yet to activate the code, and the certificate is not sent before that. */
  awaitsActivation?: boolean;
  /** The letter of this test order is to bounce. */
  bounces?: boolean;
}

export const aheadMs = ({ testAheadSeconds }: QueuedRequest): number => (testAheadSeconds ?? 0) * 1000;

/** A request whose supplier must be called first: for a code, or to activate the one it has. */
export type Obtaining = { request: QueuedRequest } & (
  | { kind: 'issue'; codeId: null }
  | { kind: 'activate'; codeId: number }
);

/** The decisions for the requests of a batch; a request in none of the lists is not changed. */
export interface Decisions {
  issues: Issue[];
  obtainings: Obtaining[];
  endings: Ending[];
  delays: Delay[];
}

/** A request that waits for codes: until its pool is loaded, or until its supplier may be called again. */
export interface Delay {
  request: QueuedRequest;
  /** Null: until codes arrive. */
  until: Date | null;
}

export const noDecisions = (): Decisions => ({ issues: [], obtainings: [], endings: [], delays: [] });

/**
 * Writes the results of a batch: certificates, money, further work. The last step before commit. `orderIds` are at
 * least as many as certificates are issued.
 */
export async function writeDecisions(
  tx: Tx,
  settings: IssuingSettings,
  decisions: Decisions,
  orderIds: number[],
  now: Date,
): Promise<void> {
  const issues = numberOrders(decisions.issues.toSorted(byClient), orderIds);
  await inOrder(
    () => writeIssues(tx, settings, issues, now),
    () => delayRequests(tx, decisions.delays),
    () => beginObtaining(tx, decisions.obtainings, now),
    () => decisions.endings.length > 0 && writeEndings(tx, settings.keyring, decisions.endings, now),
    // Captures and releases together: locking the accounts twice could deadlock with another transaction.
    () =>
      postTransfers(
        tx,
        [
          ...transfersOf(
            'capture',
            issues.map(({ request }) => request),
          ),
          ...transfersOf(
            'release',
            decisions.endings.map(({ request }) => request),
          ),
        ],
        now,
      ),
  );
  await giveBackExchanged(
    tx,
    decisions.endings.map(({ request }) => request),
    now,
  );
}

/** When a certificate of this product issued now expires; days count from its delivery. */
export function validityEnd(request: QueuedRequest, now: Date): Date | null {
  switch (request.validity) {
    case 'unlimited':
      return null;
    case 'fixed':
      return endOfMoscowDay(request.validUntil);
    case 'days':
      return endOfDayAfter(deliveryOf(request, now), request.validityDays);
  }
}

/** The keys of most indexes begin with the client: neighbours in a batch meet the same pages of them. */
const byClient = ({ request: one }: Issue, { request: other }: Issue): number =>
  one.clientId - other.clientId || one.requestId - other.requestId;

type NumberedIssue = Issue & { orderId: number };

/** Numbers for orders that may be issued; one that is not used stays a gap. */
export async function drawOrderIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.query<{ id: number }>(
    `select nextval('order_ids') as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}

function numberOrders(issues: Issue[], orderIds: number[]): NumberedIssue[] {
  const ids = orderIds.values();
  return issues.map((issue) => {
    if (issue.codeId === null) return { ...issue, orderId: sampleOrderId };
    const { value } = ids.next();
    if (value === undefined) throw new Error('Fewer order ids were drawn than certificates are issued.');
    return { ...issue, orderId: value };
  });
}

async function writeIssues(
  tx: Tx,
  settings: IssuingSettings,
  issues: NumberedIssue[],
  now: Date,
): Promise<void> {
  if (issues.length === 0) return;
  const { keyring, baseUrl } = settings;
  const salts = issues.map(newTokenSalt);
  const tokens = issues.map(({ request }, index) =>
    giftToken(keyring, { ...request, linkSalt: salts[index] as number }),
  );
  const linkOf = (index: number): string => receivingLink(baseUrl, tokens[index] as string);
  await Promise.all([
    markIssued(tx, issues, salts, now),
    insertCertificates(
      tx,
      issues.map((issue, index) => ({
        ...issue.request,
        orderId: issue.orderId,
        codeId: issue.codeId,
        issuedAt: now,
        expiresAt: issue.expiresAt,
        tokenHash: giftHash(tokens[index] as string),
        senderEmail: issue.request.emailFrom,
      })),
    ),
    inOrder(
      () =>
        scheduleDeliveries(
          tx,
          issues.flatMap((issue) => deliveriesOf(issue, now)),
        ),
      () =>
        bounceLetters(
          tx,
          issues.flatMap(({ request, bounces }) => (bounces === true ? request : [])),
          now,
        ),
    ),
    announceOutcomes(
      tx,
      keyring,
      issues.flatMap(({ request, orderId }, index) =>
        announcementOf(request, { status: 'ok', orderId, giftPageUrl: linkOf(index) }),
      ),
      now,
    ),
  ]);
}

async function markIssued(tx: Tx, issues: NumberedIssue[], salts: number[], now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update requests r set state = 'issued', ended_at = $6, order_id = w.order_id, expires_at = w.expires_at, link_salt = w.link_salt
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::bigint[]) as w (client_id, id, order_id, expires_at, link_salt)
     where ${byKeys('r', 'w', ['client_id', 'id'], mayBeIssued)}`,
    [
      issues.map(({ request }) => request.clientId),
      issues.map(({ request }) => request.requestId),
      issues.map(({ orderId }) => orderId),
      issues.map(({ expiresAt }) => expiresAt),
      salts,
      now,
    ],
  );
  allMoved(rowCount, issues.length);
}

/** Throws if a statement moved fewer requests than were locked for it. */
export function allMoved(rowCount: number | null, expected: number): void {
  if (rowCount !== expected) throw new Error('A request left its state while it was locked.');
}

async function delayRequests(tx: Tx, delays: Delay[]): Promise<void> {
  if (delays.length === 0) return;
  const requests = delays.map(({ request }) => request);
  await Promise.all([breakPromises(tx, requests), markDelayed(tx, delays)]);
}

async function markDelayed(tx: Tx, delays: Delay[]): Promise<void> {
  const { rowCount } = await tx.query(
    `update requests r set state = 'delayed', due_at = w.until, promised_lot = null, limit_month = null
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as w (client_id, id, until)
     where ${byKeys('r', 'w', ['client_id', 'id'], mayBeDelayed)}`,
    [
      delays.map(({ request }) => request.clientId),
      delays.map(({ request }) => request.requestId),
      delays.map(({ until }) => until ?? 'infinity'),
    ],
  );
  allMoved(rowCount, delays.length);
}

async function beginObtaining(tx: Tx, obtainings: Obtaining[], now: Date): Promise<void> {
  if (obtainings.length === 0) return;
  await Promise.all([
    markObtaining(tx, obtainings),
    beginExchanges(
      tx,
      obtainings.map(({ request, kind, codeId }) => ({
        supplierId: request.supplierId,
        kind,
        clientId: request.clientId,
        requestId: request.requestId,
        productId: request.productId,
        faceKopecks: request.faceKopecks,
        codeId,
        ttlAt: request.ttlAt,
      })),
      now,
    ),
  ]);
}

async function markObtaining(tx: Tx, obtainings: Obtaining[]): Promise<void> {
  const { rowCount } = await tx.query(
    `update requests r set state = 'obtaining', promised_lot = null
     from unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
     where ${byKeys('r', 'w', ['client_id', 'id'], mayObtain)}`,
    [obtainings.map(({ request }) => request.clientId), obtainings.map(({ request }) => request.requestId)],
  );
  allMoved(rowCount, obtainings.length);
}

/**
 * `link`, `download` and `code` are fetched by the client. Other types send the certificate to the e-mail address; the
 * phone gets a notice of it, or a code for later receipt if `sms` was requested or there is no e-mail address.
 */
function deliveriesOf({ request, expiresAt, awaitsActivation }: Issue, now: Date): NewDelivery[] {
  const { deliveryType, emailTo, toPhone } = request;
  if (deliveryType !== 'email' && deliveryType !== 'sms') return [];
  const textKind = deliveryType === 'email' && emailTo !== '' ? 'notice' : 'receipt';
  const common = {
    clientId: request.clientId,
    requestId: request.requestId,
    round: 1,
    askedBy: 'order',
    testmode: request.testmode,
    state: awaitsActivation === true ? 'waiting' : 'due',
    dueAt: request.dateSend === null ? now : new Date(request.dateSend.getTime() - aheadMs(request)),
  } as const;
  return [
    ...(emailTo === ''
      ? []
      : [{ ...common, channel: 'email', kind: 'certificate', address: emailTo } as const]),
    ...(emailTo === '' || !request.remindBeforeExpiry
      ? []
      : remindersOf({ ...common, address: emailTo, expiresAt, sendAt: common.dueAt })),
    ...(toPhone === '' ? [] : [{ ...common, channel: 'sms', kind: textKind, address: toPhone } as const]),
  ];
}
