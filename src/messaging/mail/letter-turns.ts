/** Decides whose letter is sent next, so that recipients' domains for which the mail server is slow do not hold up others. */
import {
  mailConnections,
  slowMailConnections,
  usualLetterLimits,
} from '../../platform/mail/letter-limits.ts';

export interface LetterTurns {
  /** Null: so many letters to this domain wait for an answer that this one is tried later. */
  within<Result>(domain: string, work: () => Promise<Result>): Promise<Result | null>;
  /** Letters that have waited for their answer for long; they hold none of the usual connections. */
  slow(): number;
}

/** At once, so that others go on from the first moment: fewer than there are usual connections. */
const mostOfDomain = mailConnections - 2;

interface Domain {
  usual: number;
  slow: number;
}

interface Waiter {
  domain: string;
  come: (begins: boolean) => void;
}

export function createLetterTurns({ slowAfterMs } = usualLetterLimits): LetterTurns {
  const domains = new Map<string, Domain>();
  /** In the order in which they came; as many as letters are in hand. */
  const waiting = new Set<Waiter>();
  let usual = 0;
  let slow = 0;

  const of = (domain: string): Domain => domains.get(domain) ?? { usual: 0, slow: 0 };
  const isFull = (domain: string): boolean => of(domain).slow >= mostOfDomain;

  function next(): void {
    for (const waiter of waiting) {
      const { domain, come } = waiter;
      const { usual: own, slow: ownSlow } = of(domain);
      if (!isFull(domain) && (usual >= mailConnections || own + ownSlow >= mostOfDomain)) continue;
      waiting.delete(waiter);
      if (!isFull(domain)) change(domain, { usual: 1 });
      come(!isFull(domain));
    }
  }

  function change(domain: string, by: Partial<Domain>): void {
    const counts = of(domain);
    counts.usual += by.usual ?? 0;
    counts.slow += by.slow ?? 0;
    usual += by.usual ?? 0;
    slow += by.slow ?? 0;
    if (counts.usual + counts.slow === 0) domains.delete(domain);
    else domains.set(domain, counts);
  }

  return {
    slow: () => slow,
    async within(domain, work) {
      const turn = Promise.withResolvers<boolean>();
      waiting.add({ domain, come: turn.resolve });
      next();
      if (!(await turn.promise)) return null;
      let place: Partial<Domain> = { usual: -1 };
      // Again and again: other slow letters may have all places beside.
      const timer = setInterval(() => {
        if (slow >= slowMailConnections) return;
        clearInterval(timer);
        change(domain, { usual: -1, slow: 1 });
        place = { slow: -1 };
        next();
      }, slowAfterMs);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        change(domain, place);
        next();
      }
    },
  };
}

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();
