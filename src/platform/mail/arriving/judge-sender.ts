import type { SenderCheckSettings } from '../../settings/mail-settings.ts';
import { ThreadProblem, workerThreads } from '../../threads/worker-threads.ts';
import { valuesOf, type MailHead } from './read-head.ts';
import { readServerResults, type ServerResults } from './server-results.ts';

/** Whether a mail is from the sender that it names: proven, disproven, no proof given, or currently unknown. */
export interface SenderCheck {
  is: 'pass' | 'fail' | 'none' | 'temperror';
  /** `dkim=pass (supplier.example), spf=none, dmarc=pass`; contains nothing of the mail but domains. */
  details: string;
}

export interface SenderCheckAsk {
  source: Uint8Array;
  sender: string;
  server: ServerResults;
  dnsServers: string[];
}

const limits = { megabytes: 512, timeoutMs: 30_000, maxUnderWay: 100 };
const thread = workerThreads<SenderCheckAsk, SenderCheck>(
  new URL('./judge-worker.ts', import.meta.url),
  limits,
);

/** Verifies DKIM and DMARC of a mail, and takes SPF from the receiving server, which alone saw the sending host. */
export async function judgeSender(
  { authservId, dnsServers }: SenderCheckSettings,
  mail: { head: MailHead; sender: string; source: Buffer },
): Promise<SenderCheck> {
  const { head, sender, source } = mail;
  const server = readServerResults(valuesOf(head, 'authentication-results')[0] ?? '', authservId);
  try {
    return await thread.run(() => ({ source: new Uint8Array(source), sender, server, dnsServers }));
  } catch (problem) {
    if (!(problem instanceof ThreadProblem)) throw problem;
    return { is: 'temperror', details: `the check ${problem.message}` };
  }
}
