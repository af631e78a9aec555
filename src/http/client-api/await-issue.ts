import { findRequests, type RequestKey, type RequestRecord } from '../../orders/find-requests.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FindRequest } from './find-request.ts';

/** The HTTP response for which a caller waits; it closes when the caller disconnects. */
export interface Reply {
  once(event: 'close', gone: () => void): unknown;
  off(event: 'close', gone: () => void): unknown;
}

/** Finds a request; waits for a moment if it is being issued. */
export type AwaitRequest = (key: RequestKey, reply: Reply) => Promise<RequestRecord | null | 'full'>;

/** Nearly every order is issued within 400 ms. */
const longestWaitMs = 1000;
/** From the beginning of one look to that of the next: the maximum additional wait, plus one round trip. */
const lookEveryMs = 10;
/** Further callers are told at once that there is no certificate yet. */
const maxWaiting = 2000;
const maxWaitingOfClient = 500;

interface Waiter {
  key: RequestKey;
  answer(found: RequestRecord | null): void;
}

/**
 * Lets getCode, getLinks and getCertificate right after makeOrder wait until the order is issued. One poll serves all
 * waiting callers of this process, by one statement for their ids, and there is no polling while nobody waits. It does
 * not matter which process issues.
 */
export function awaitIssues(db: Database, find: FindRequest): AwaitRequest {
  const waiters = new Set<Waiter>();
  const ofClient = new Map<number, number>();
  let looking = false;

  const mayWait = (clientId: number): boolean =>
    waiters.size < maxWaiting && (ofClient.get(clientId) ?? 0) < maxWaitingOfClient;

  function count(clientId: number, change: 1 | -1): void {
    const waiting = (ofClient.get(clientId) ?? 0) + change;
    if (waiting === 0) ofClient.delete(clientId);
    else ofClient.set(clientId, waiting);
  }

  async function look(): Promise<void> {
    const asked = [...waiters];
    const keys = asked.map(({ key }) => key);
    // While the database is unavailable everybody waits until the time is up.
    const found = await findRequests(db, keys).catch(() => []);
    found.forEach((request, index) => {
      if (!isUnderWay(request)) asked[index]?.answer(request);
    });
  }

  async function keepLooking(): Promise<void> {
    looking = true;
    let tookMs = 0;
    while (waiters.size > 0) {
      // On a busy machine at most half of the time is spent looking.
      const pauseMs = Math.max(lookEveryMs - tookMs, tookMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const startedAt = performance.now();
      if (waiters.size > 0) await look();
      tookMs = performance.now() - startedAt;
    }
    looking = false;
  }

  function wait(underWay: RequestRecord, reply: Reply): Promise<RequestRecord | null> {
    return new Promise((resolve) => {
      const giveUp = (): void => waiter.answer(underWay);
      const timer = setTimeout(giveUp, longestWaitMs);
      const waiter: Waiter = {
        key: underWay,
        answer(found) {
          if (!waiters.delete(waiter)) return;
          count(underWay.clientId, -1);
          clearTimeout(timer);
          reply.off('close', giveUp);
          resolve(found);
        },
      };
      reply.once('close', giveUp);
      waiters.add(waiter);
      count(underWay.clientId, 1);
      if (!looking) void keepLooking();
    });
  }

  return async (key, reply) => {
    const found = await find(key);
    return found !== 'full' && isUnderWay(found) && mayWait(key.clientId) ? wait(found, reply) : found;
  };
}

const isUnderWay = (request: RequestRecord | null): request is RequestRecord =>
  request?.state === 'queued' || request?.state === 'obtaining';
