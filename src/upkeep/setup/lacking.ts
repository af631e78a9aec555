/** How a check says that it lacks a part. */
import { certificateProblemOf } from '../../platform/network/certificate-problem.ts';
import type { Finding, CheckName, Lack } from './finding.ts';

/** Thrown where a check reaches for what this process could not open. */
export class Lacking extends Error {
  override name = 'Lacking';
  readonly what: Lack;

  constructor(what: Lack, details: string) {
    super(details);
    this.what = what;
  }
}

/** What a check says that broke off: the one that is about the missing part tells why, the others name it. */
export function brokenOff(name: CheckName, problem: unknown): Finding {
  const details = problem instanceof Error ? problem.message.replace(/\.$/, '') : String(problem);
  if (!(problem instanceof Lacking)) return { is: 'check-failed', details };
  if (problem.what === 'database' && name === 'database') {
    const why = certificateProblemOf(problem);
    return why === null
      ? { is: 'database-silent', details }
      : { is: 'certificate-refused', of: 'DATABASE_URL', why };
  }
  if (problem.what === 'master-key' && name === 'master-key') return { is: 'key-unusable', details };
  return { is: 'not-checked', because: problem.what };
}
