/** Leases: to whom a claimed piece of work belongs, and for how long. */
import type { Log } from './log.ts';

const leaseSeconds = 60;
const usuallyRenewedMs = 1000;

/** Until when a piece of work belongs to whoever claims it now; then it is taken for lost, and another process claims it. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000);

/** Calls `renew` every second, or as often as said, while `work` goes on. A renewal that fails is not worth the work. */
export async function whileRenewed<Result>(
  renew: () => Promise<unknown>,
  { log, what, everyMs = usuallyRenewedMs }: { log: Log; what: string; everyMs?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    renew().catch(() => log.warn({ what }, 'the lease of a piece of work could not be renewed'));
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
