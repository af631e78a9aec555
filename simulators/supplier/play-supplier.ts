/** A simulated supplier: its codes, its calls, and faults on demand. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { startScript, strikes, type FaultName, type FaultScript, type RunningScript } from './fault.ts';
import { openLedger, type Ledger, type LedgerEntry } from './ledger.ts';
import type { Ask, Saying } from './protocol.ts';

export interface Counters {
  calls: number;
  issued: number;
  activated: number;
  /** Calls answered with the result of an earlier call with the same request_id. */
  repeats: number;
  refused: number;
  misbehaved: number;
}

/** One simulated supplier: its ledger and its present behaviour. */
export interface Supplier {
  key: string;
  ledger: Ledger;
  /** False: every call issues a new code, whatever its request_id. */
  idempotent: boolean;
  script: RunningScript | null;
  counters: Counters;
}

export function openSupplier(folder: string | null, key: string): Supplier {
  const counters = { calls: 0, issued: 0, activated: 0, repeats: 0, refused: 0, misbehaved: 0 };
  return { key, ledger: openLedger(folder, key), idempotent: true, script: null, counters };
}

export function setScript(supplier: Supplier, script: FaultScript | null): void {
  supplier.script = script === null ? null : startScript(script);
}

/** The fault of this call, if any. */
export function meetFault(supplier: Supplier, kind: Ask['kind'], chance = Math.random): RunningScript | null {
  supplier.counters.calls += 1;
  const { script } = supplier;
  if (script === null || !strikes(script, kind, chance)) return null;
  if (script.left === 0) supplier.script = null;
  supplier.counters.misbehaved += 1;
  return script;
}

/** Executes a call and records it in the ledger; returns the correct answer, or the one of the present fault. */
export async function serve(
  supplier: Supplier,
  ask: Ask,
  fault: FaultName | null,
  clock: Clock,
): Promise<Saying> {
  const saying =
    ask.kind === 'issue'
      ? await issue(supplier, ask, fault, clock)
      : await activate(supplier, ask, fault, clock);
  if (saying.is === 'refused') supplier.counters.refused += 1;
  return saying;
}

async function issue(
  supplier: Supplier,
  { requestId, roubles }: Extract<Ask, { kind: 'issue' }>,
  fault: FaultName | null,
  clock: Clock,
): Promise<Saying> {
  if (fault === 'out-of-stock') return { is: 'refused', why: 'no_stock' };
  if (fault === 'limit') return { is: 'refused', why: 'limit' };
  const known = supplier.idempotent ? supplier.ledger.issuedTo(requestId) : null;
  if (known !== null && known.roubles !== roubles) return { is: 'refused', why: 'bad_face' };
  if (known !== null) {
    supplier.counters.repeats += 1;
    return issuedSaying(known, fault);
  }
  // It sells any whole number of roubles; other faces do not exist.
  if (!Number.isInteger(roubles) || roubles <= 0) return { is: 'refused', why: 'bad_face' };
  const now = clock.now();
  const entry: LedgerEntry = {
    at: now.toISOString(),
    kind: 'issue',
    requestId,
    roubles,
    ...(fault === 'duplicate' ? earlierCode(supplier, requestId) : newCode()),
    expireAt: moscowDateTime(new Date(now.getTime() + (fault === 'expired' ? -dayMs : yearMs))),
    fault,
  };
  supplier.counters.issued += 1;
  await supplier.ledger.add(entry);
  return issuedSaying(entry, fault);
}

function issuedSaying(entry: LedgerEntry, fault: FaultName | null): Saying {
  const { requestId, code, pin, expireAt } = entry;
  const roubles = entry.roubles ?? 0;
  return {
    is: 'issued',
    requestId: fault === 'wrong-request-id' ? randomUUID() : requestId,
    roubles: fault === 'wrong-face' ? roubles * 2 : roubles,
    code,
    pin,
    expireAt,
  };
}

async function activate(
  supplier: Supplier,
  { requestId, code }: Extract<Ask, { kind: 'activate' }>,
  fault: FaultName | null,
  clock: Clock,
): Promise<Saying> {
  if (fault === 'bad-code' || !ownNumber.test(code)) return { is: 'refused', why: 'bad_code' };
  if (supplier.ledger.activation(code) !== null) {
    if (!supplier.idempotent) return { is: 'refused', why: 'bad_code' };
    supplier.counters.repeats += 1;
    return { is: 'activated' };
  }
  supplier.counters.activated += 1;
  const at = clock.now().toISOString();
  await supplier.ledger.add({
    at,
    kind: 'activate',
    requestId,
    roubles: null,
    code,
    pin: '',
    expireAt: '',
    fault,
  });
  return { is: 'activated' };
}

/** Its issued codes and pools have prefixes with letters, so a number of digits alone is unknown. */
const ownNumber = /\p{L}/u;

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const symbols = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = [4, 4, 4, 4];

const group = (length: number): string =>
  Array.from({ length }, () => symbols.charAt(randomInt(symbols.length))).join('');

function newCode(): { code: string; pin: string } {
  return { code: groups.map(group).join('-'), pin: String(randomInt(10_000)).padStart(4, '0') };
}

/** The code of another request; the very first request has no predecessor. */
function earlierCode({ ledger }: Supplier, requestId: string): { code: string; pin: string } {
  const earlier = ledger.entries.find((entry) => entry.kind === 'issue' && entry.requestId !== requestId);
  return earlier === undefined ? newCode() : { code: earlier.code, pin: earlier.pin };
}
