/** Limits wrong attempts, counted in the database for the whole installation. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/clock.ts';
import type { Sql } from '../database/database.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createLeases } from './lease-tries.ts';

export interface ThrottleLimit {
  /** What is counted; part of the key, so each throttle has its own counts. */
  name: string;
  /** Maximum number of wrong attempts of one subject per window, in the whole installation. */
  tries: number;
  windowSeconds: number;
}

/** An attempt that is counted before it is checked. */
export interface Try {
  is: 'taken';
  /** A wrong one stays counted, any other is returned. */
  end(wrong: boolean): void;
}

export type Taken = Try | { is: 'refused'; waitSeconds: number };

/** Counts wrong attempts by subject (an account, a network …) over all processes. */
export interface Throttle {
  take(subject: string): Promise<Taken>;
}

export interface ThrottleParts {
  db: Sql;
  keyring: Keyring;
  clock: Clock;
}

/** Beyond this number of subjects the least recently used are dropped from memory; the database still has them. */
const maxSubjects = 50_000;
/** Attempts of one subject that wait for a running request; more are refused. */
const maxWaiting = 1000;
/** How long a process assumes that nothing is left; another one may have returned something. */
const believeEmptyMs = 1000;
/** The part of a limit that a process may keep in memory, so that right attempts need no statement. */
const keptPart = 20;

/** What this process knows about one subject in one window. */
interface Bucket {
  key: Buffer;
  endsAtMs: number;
  /** Counted in the database and not used yet. */
  inHand: number;
  underWay: number;
  waiting: PromiseWithResolvers<Taken>[];
  asking: boolean;
  emptyUntilMs: number;
}

/**
 * A process takes attempts from the database (`lease-tries.ts`) and grants them. Wrong ones stay counted, right ones
 * are granted again. So of any number of simultaneous attempts at most the limit is checked, right ones need no
 * statement, and a flood of wrong ones is refused from memory.
 */
export function createThrottle({ db, keyring, clock }: ThrottleParts, limit: ThrottleLimit): Throttle {
  const windowMs = limit.windowSeconds * 1000;
  const kept = Math.floor(limit.tries / keptPart);
  const lease = createLeases(db, limit.tries);
  // `max` would reserve the memory of all of them at once, in every process.
  const buckets = new LRUCache<string, Bucket>({ maxSize: maxSubjects, sizeCalculation: () => 1 });

  const nowMs = (): number => clock.now().getTime();

  function bucketOf(subject: string): Bucket {
    const endsAtMs = (Math.floor(nowMs() / windowMs) + 1) * windowMs;
    const known = buckets.get(subject);
    if (known?.endsAtMs === endsAtMs) return known;
    const key = keyring.fingerprint(`throttle:${limit.name}:${subject}`);
    const fresh = { key, endsAtMs, inHand: 0, underWay: 0, waiting: [], asking: false, emptyUntilMs: 0 };
    buckets.set(subject, fresh);
    return fresh;
  }

  const refusal = ({ endsAtMs }: Bucket): Taken => ({
    is: 'refused',
    waitSeconds: Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000)),
  });

  function tryOf(bucket: Bucket): Try {
    bucket.inHand -= 1;
    bucket.underWay += 1;
    return {
      is: 'taken',
      end(wrong) {
        bucket.underWay -= 1;
        if (!wrong) bucket.inHand += 1;
        serve(bucket);
      },
    };
  }

  /** Grants what is left, and requests what is missing. */
  function serve(bucket: Bucket): void {
    while (bucket.inHand > 0 && bucket.waiting.length > 0) bucket.waiting.shift()?.resolve(tryOf(bucket));
    if (bucket.asking) return;
    if (bucket.waiting.length === 0) {
      const surplus = bucket.inHand - kept;
      if (bucket.underWay === 0 && surplus > 0) void giveBack(bucket, surplus);
    } else if (nowMs() >= bucket.emptyUntilMs) {
      void askFor(bucket, Math.min(Math.max(bucket.waiting.length, kept), limit.tries));
    } else if (bucket.underWay === 0) {
      for (const one of bucket.waiting.splice(0)) one.resolve(refusal(bucket));
    }
  }

  async function askFor(bucket: Bucket, tries: number): Promise<void> {
    bucket.asking = true;
    try {
      const granted = await lease({ key: bucket.key, endsAt: new Date(bucket.endsAtMs), tries });
      bucket.inHand += granted;
      if (granted < tries) bucket.emptyUntilMs = nowMs() + believeEmptyMs;
    } catch (problem) {
      for (const one of bucket.waiting.splice(0)) one.reject(problem);
    }
    bucket.asking = false;
    serve(bucket);
  }

  async function giveBack(bucket: Bucket, tries: number): Promise<void> {
    bucket.asking = true;
    bucket.inHand -= tries;
    bucket.emptyUntilMs = 0;
    // What cannot be returned is missing until the window ends.
    await lease({ key: bucket.key, endsAt: new Date(bucket.endsAtMs), tries: -tries }).catch(() => 0);
    bucket.asking = false;
    serve(bucket);
  }

  return {
    async take(subject) {
      const bucket = bucketOf(subject);
      if (bucket.inHand > 0 && bucket.waiting.length === 0) return tryOf(bucket);
      if (bucket.waiting.length >= maxWaiting) return refusal(bucket);
      const waiting = Promise.withResolvers<Taken>();
      bucket.waiting.push(waiting);
      serve(bucket);
      return waiting.promise;
    },
  };
}
