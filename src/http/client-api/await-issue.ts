import { findRequests, type AskedRequest, type RequestRecord } from '../../orders/find-requests.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FindRequest } from './find-request.ts';
import { shareOwner } from '../../clients/client.ts';

/** The HTTP response for which a caller waits; it closes when the caller disconnects. */
export interface Reply {
  once(event: 'close', gone: () => void): unknown;
  off(event: 'close', gone: () => void): unknown;
}

/** Finds a request; waits for a moment if it is being issued. */
export type AwaitRequest = (key: AskedRequest, reply: Reply) => Promise<RequestRecord | null | 'full'>;

/** Nearly every order is issued within 400 ms. */
const longestWaitMs = 1000;
/** Time from the beginning of one poll to that of the next: the most that a caller waits longer, plus one round trip. */
const lookEveryMs = 10;
/** Further callers are told at once that there is no certificate yet. */
const maxWaiting = 2000;
const maxWaitingOfClient = 500;

interface Waiter {
  key: AskedRequest;
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

  const mayWait = (owner: number): boolean =>
    waiters.size < maxWaiting && (ofClient.get(owner) ?? 0) < maxWaitingOfClient;

  function count(owner: number, change: 1 | -1): void {
    const waiting = (ofClient.get(owner) ?? 0) + change;
    if (waiting === 0) ofClient.delete(owner);
    else ofClient.set(owner, waiting);
  }

  async function look(): Promise<void> {
    const asked = [...waiters];
    const keys = asked.map(({ key }) => key);
    // While the database is unavailable everybody waits until the time is up.
    const requests = await findRequests(db, keys).catch(() => []);
    requests.forEach((request, index) => {
      if (!isUnderWay(request)) asked[index]?.answer(request);
    });
  }

  async function keepLooking(): Promise<void> {
    looking = true;
    let tookMs = 0;
    while (waiters.size > 0) {
      // On a busy machine at most half of the time is spent polling.
      const pauseMs = Math.max(lookEveryMs - tookMs, tookMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const startedAt = performance.now();
      if (waiters.size > 0) await look();
      tookMs = performance.now() - startedAt;
    }
    looking = false;
  }

  function wait(key: AskedRequest, underWay: RequestRecord, reply: Reply): Promise<RequestRecord | null> {
    const owner = ownerOf(key);
    return new Promise((resolve) => {
      const giveUp = (): void => waiter.answer(underWay);
      const timer = setTimeout(giveUp, longestWaitMs);
      const waiter: Waiter = {
        key,
        answer(found) {
          if (!waiters.delete(waiter)) return;
          count(owner, -1);
          clearTimeout(timer);
          reply.off('close', giveUp);
          resolve(found);
        },
      };
      reply.once('close', giveUp);
      waiters.add(waiter);
      count(owner, 1);
      if (!looking) void keepLooking();
    });
  }

  return async (key, reply) => {
    const request = await find(key);
    return request !== 'full' && isUnderWay(request) && mayWait(ownerOf(key))
      ? wait(key, request, reply)
      : request;
  };
}

const ownerOf = ({ clientId, onlyTest }: AskedRequest): number => shareOwner(clientId, onlyTest === true);

const isUnderWay = (request: RequestRecord | null): request is RequestRecord =>
  request?.state === 'queued' || request?.state === 'obtaining';
