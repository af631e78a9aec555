import type { Clock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import type { Supplier } from './play-supplier.ts';
import { parseJson } from './protocol.ts';

/** How the supplier's program reaches the used export. */
export interface PullAccess {
  baseUrl: string;
  token: string;
}

export interface PullConsumer {
  /** Fetches everything since the last answer; returns the number of new sales, or null if the request failed. */
  pull(supplier: Supplier, access: PullAccess): Promise<number | null>;
}

/** How far back the first call of a process goes; sales already in the ledger are skipped. */
const firstLookMs = 86_400_000;
/** The platform answers at most 31 days at once. */
const longestMs = 31 * 86_400_000;
const timeoutMs = 30_000;

/** The program of a supplier that fetches the used export, interval after interval without a gap. */
export function createPullConsumer(clock: Clock): PullConsumer {
  const askedUntil = new Map<string, Date>();
  const running = new Map<string, Promise<number | null>>();

  async function pull(supplier: Supplier, access: PullAccess): Promise<number | null> {
    const now = clock.now();
    const nowMs = Math.floor(now.getTime() / 1000) * 1000;
    const lastMs = askedUntil.get(supplier.key)?.getTime() ?? nowMs - firstLookMs;
    if (lastMs === nowMs) return 0;
    // The demo's clock may be set back, or far ahead: then several calls are needed.
    const fromMs = lastMs < nowMs ? lastMs : nowMs - firstLookMs;
    const from = new Date(fromMs);
    const to = new Date(Math.min(nowMs, fromMs + longestMs));
    const items = await fetchUsed(access, { from: moscowDateTime(from), to: moscowDateTime(to) });
    if (items === null) return null;
    const fresh = items.filter(({ code }) => supplier.ledger.sale(code) === null);
    await Promise.all(
      fresh.map(({ code, face, orderNumber }) =>
        supplier.ledger.add({
          at: now.toISOString(),
          kind: 'sold',
          requestId: orderNumber,
          roubles: face,
          code,
          pin: '',
          expireAt: '',
          fault: null,
        }),
      ),
    );
    askedUntil.set(supplier.key, to);
    return fresh.length;
  }

  return {
    pull(supplier, access) {
      // Concurrent callers share a running fetch.
      const known = running.get(supplier.key);
      if (known !== undefined) return known;
      const started = pull(supplier, access).finally(() => running.delete(supplier.key));
      running.set(supplier.key, started);
      return started;
    },
  };
}

interface Sale {
  code: string;
  face: number | null;
  orderNumber: string;
}

async function fetchUsed(
  { baseUrl, token }: PullAccess,
  interval: { from: string; to: string },
): Promise<Sale[] | null> {
  try {
    const query = new URLSearchParams(interval);
    const response = await fetch(`${baseUrl}/integration/v1/used?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? salesOf(parseJson(await response.text())) : null;
  } catch {
    // The platform is unavailable or the answer broke off: the same interval is requested again.
    return null;
  }
}

function salesOf(answer: unknown): Sale[] | null {
  if (!Array.isArray(answer)) return null;
  return answer.flatMap((item: unknown) => {
    const { code, face, order_number: order } = (item ?? {}) as Record<string, unknown>;
    if (typeof code !== 'string') return [];
    const orderNumber = typeof order === 'string' || typeof order === 'number' ? String(order) : '';
    return [{ code, face: typeof face === 'number' ? face : null, orderNumber }];
  });
}
