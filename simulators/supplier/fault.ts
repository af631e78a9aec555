/** Faults of simulated suppliers, and when they happen. */
import { z } from 'zod';
import type { Ask } from './protocol.ts';

/** Possible faults, and the calls they apply to; a fault waits for the next call of its kind. */
const faultKinds = {
  slow: ['issue', 'activate'],
  'timeout-after': ['issue', 'activate'],
  'error-500': ['issue', 'activate'],
  'error-500-after': ['issue', 'activate'],
  cut: ['issue', 'activate'],
  'cut-after': ['issue', 'activate'],
  'broken-body': ['issue', 'activate'],
  huge: ['issue', 'activate'],
  redirect: ['issue', 'activate'],
  'wrong-face': ['issue'],
  'wrong-request-id': ['issue'],
  duplicate: ['issue'],
  expired: ['issue'],
  'out-of-stock': ['issue'],
  limit: ['issue'],
  'bad-code': ['activate'],
} as const satisfies Record<string, readonly Ask['kind'][]>;

export type FaultName = keyof typeof faultKinds;
export const faultNames = Object.keys(faultKinds) as [FaultName, ...FaultName[]];

const maxSeconds = 600;
const maxTimes = 1_000_000;

/** `times` calls fail, or each with the probability `rate`; with neither, all until the fault is removed. */
export const faultScript = z.strictObject({
  fault: z.enum(faultNames),
  /** How long `slow` waits before its answer, and when `timeout-after` answers at last; absent: never. */
  seconds: z.number().min(0).max(maxSeconds).optional(),
  times: z.int().min(1).max(maxTimes).optional(),
  rate: z.number().min(0).max(1).optional(),
});

export type FaultScript = z.infer<typeof faultScript>;

export interface RunningScript extends FaultScript {
  /** Remaining calls with the fault; null: unlimited. */
  left: number | null;
}

export const startScript = (script: FaultScript): RunningScript => ({
  ...script,
  left: script.times ?? null,
});

/** Whether this call gets the fault; counts it. */
export function strikes(script: RunningScript, kind: Ask['kind'], chance: () => number): boolean {
  const fits: readonly Ask['kind'][] = faultKinds[script.fault];
  if (!fits.includes(kind) || script.left === 0) return false;
  if (script.rate !== undefined && chance() >= script.rate) return false;
  if (script.left !== null) script.left -= 1;
  return true;
}
