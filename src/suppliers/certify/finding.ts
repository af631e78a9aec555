/** The scenarios of the final test, in order. */
export const scenarioNames = [
  'issue',
  'repeat',
  'together',
  'bad-face',
  'malformed',
  'stranger',
  'activation',
  'unknown-code',
  'load',
  'distinct',
  'format',
  'expiry',
  'speed',
  'access',
  'check',
  'redeem',
  'second-redeem',
  'unknown-number',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** A result of a scenario with its text; never contains a code. */
export interface Findings {
  'not-issued': { face: number; outcome: string; details: string };
  'repeat-differs': { calls: number };
  'repeat-differs-as-agreed': { calls: number };
  'repeat-unanswered': { outcome: string; details: string };
  'together-differs': { calls: number };
  'wrong-face-issued': { face: number };
  'not-refused': { outcome: string; details: string };
  'refused-otherwise': { why: string; expected: string };
  'malformed-done': object;
  'malformed-unanswered': { details: string };
  'malformed-status': { status: number };
  'stranger-served': { outcome: string };
  'open-to-anybody': object;
  'not-activated': { outcome: string; details: string };
  'activation-repeat': { outcome: string; details: string };
  'unknown-activated': object;
  'load-failed': { failed: number; calls: number; details: string };
  'same-code-twice': { times: number };
  'known-before': { codes: number };
  'codes-in-sequence': object;
  'not-encodable': { kind: string; codes: number };
  'long-code': { length: number };
  'pin-missing': { codes: number };
  'expires-soon': { days: number };
  'expires-late': { years: number };
  times: { calls: number; p50Ms: number; p99Ms: number; timeoutMs: number };
  slow: { p99Ms: number; timeoutMs: number };
  'no-access': object;
  'wrong-state': { state: string };
}

export type FindingName = keyof Findings;
export type Finding = { [Name in FindingName]: { is: Name } & Findings[Name] }[FindingName];

/** `note`: information, nothing to fix. */
export type Severity = 'red' | 'warning' | 'note';

const severityOf: Record<FindingName, Severity> = {
  'not-issued': 'red',
  'repeat-differs': 'red',
  'repeat-differs-as-agreed': 'warning',
  'repeat-unanswered': 'red',
  'together-differs': 'red',
  'wrong-face-issued': 'red',
  'not-refused': 'red',
  'refused-otherwise': 'warning',
  'malformed-done': 'red',
  'malformed-unanswered': 'red',
  'malformed-status': 'warning',
  'stranger-served': 'red',
  'open-to-anybody': 'warning',
  'not-activated': 'red',
  'activation-repeat': 'red',
  'unknown-activated': 'red',
  'load-failed': 'red',
  'same-code-twice': 'red',
  'known-before': 'red',
  'codes-in-sequence': 'warning',
  'not-encodable': 'warning',
  'long-code': 'warning',
  'pin-missing': 'red',
  'expires-soon': 'warning',
  'expires-late': 'warning',
  times: 'note',
  slow: 'warning',
  'no-access': 'red',
  'wrong-state': 'red',
};

export type Verdict = 'green' | 'warning' | 'red' | 'skipped';

export interface ScenarioResult {
  name: ScenarioName;
  verdict: Verdict;
  findings: Finding[];
  /** The call and the answer that failed, masked. */
  transcripts: string[];
}

export function verdictOf(findings: Finding[]): Verdict {
  const severities = new Set(findings.map(({ is }) => severityOf[is]));
  if (severities.has('red')) return 'red';
  return severities.has('warning') ? 'warning' : 'green';
}
