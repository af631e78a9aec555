import type { Clock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import type { Supplier } from './play-supplier.ts';
import { parseJson } from './protocol.ts';

/** How a supplier that fetches what was sold comes to the platform. */
export interface PullAccess {
  baseUrl: string;
  token: string;
}

export interface PullConsumer {
  /** Asks for everything since the last answer; answers how many sales were new, or null when it was not told. */
  pull(supplier: Supplier, access: PullAccess): Promise<number | null>;
}

/** How far back the first call of a process looks; what the books hold already is passed over. */
const firstLookMs = 86_400_000;
/** The platform answers for 31 days at once. */
const longestMs = 31 * 86_400_000;
const timeoutMs = 30_000;

/** The program of a supplier that calls `/integration/v1/used`, interval after interval without a gap. */
export function createPullConsumer(clock: Clock): PullConsumer {
  const askedUntil = new Map<string, Date>();
  const running = new Map<string, Promise<number | null>>();

  async function pull(supplier: Supplier, access: PullAccess): Promise<number | null> {
    const now = clock.now();
    const nowMs = Math.floor(now.getTime() / 1000) * 1000;
    const lastMs = askedUntil.get(supplier.key)?.getTime() ?? nowMs - firstLookMs;
    if (lastMs === nowMs) return 0;
    // The clock of the demo world may be put back, or far ahead: then the answer comes in several calls.
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
      // Whoever asks while an answer is under way gets that one.
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
    // The platform is away or the answer broke off; the same interval is asked for again.
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
