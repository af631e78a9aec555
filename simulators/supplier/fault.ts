import { z } from 'zod';
import type { Ask } from './protocol.ts';

/** What can go wrong, and with which calls: a fault that does not fit a call waits for one that it fits. */
export const faultKinds = {
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

/** `times` calls misbehave, or each with the chance `rate`; with neither, all until the script is taken back. */
export const faultScript = z.strictObject({
  fault: z.enum(faultNames),
  /** How long `slow` waits before its answer, and after how long `timeout-after` answers after all; absent: never. */
  seconds: z.number().min(0).max(maxSeconds).optional(),
  times: z.int().min(1).max(maxTimes).optional(),
  rate: z.number().min(0).max(1).optional(),
});

export type FaultScript = z.infer<typeof faultScript>;

export interface RunningScript extends FaultScript {
  /** Calls that are still to misbehave; null: no end. */
  left: number | null;
}

export const startScript = (script: FaultScript): RunningScript => ({
  ...script,
  left: script.times ?? null,
});

/** Whether this call misbehaves; one that does is counted off. */
export function strikes(script: RunningScript, kind: Ask['kind'], chance: () => number): boolean {
  const fits: readonly Ask['kind'][] = faultKinds[script.fault];
  if (!fits.includes(kind) || script.left === 0) return false;
  if (script.rate !== undefined && chance() >= script.rate) return false;
  if (script.left !== null) script.left -= 1;
  return true;
}
