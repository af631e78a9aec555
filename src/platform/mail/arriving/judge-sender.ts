import { ThreadProblem, workerThread } from '../../process/worker-thread.ts';
import { valuesOf, type MailHead } from './read-head.ts';
import { readServerResults, type ServerResults } from './server-results.ts';

/** Whether a mail is from the sender it names: proven, disproven, not told, or not to be found out now. */
export interface SenderCheck {
  is: 'pass' | 'fail' | 'none' | 'temperror';
  /** `dkim=pass (supplier.example), spf=none, dmarc=pass`; never more of the mail than domains. */
  details: string;
}

export interface SenderCheckSettings {
  /** The name under which the receiving server writes Authentication-Results; empty: none is believed. */
  authservId: string;
  /** Name servers to ask, as `192.0.2.1` or `192.0.2.1:5353`; without any, the system's. */
  dnsServers: string[];
}

export interface SenderCheckAsk {
  source: Uint8Array;
  sender: string;
  server: ServerResults;
  dnsServers: string[];
}

const limits = { megabytes: 512, timeoutMs: 30_000 };
const thread = workerThread<SenderCheckAsk, SenderCheck>(
  new URL('./judge-worker.ts', import.meta.url),
  limits,
);

/** Judges DKIM and DMARC of a mail by itself, and SPF by what the receiving server wrote, for it alone saw the caller. */
export async function judgeSender(
  { authservId, dnsServers }: SenderCheckSettings,
  mail: { head: MailHead; sender: string; source: Buffer },
): Promise<SenderCheck> {
  const { head, sender, source } = mail;
  const server = readServerResults(valuesOf(head, 'authentication-results')[0] ?? '', authservId);
  try {
    return await thread.run({ source: new Uint8Array(source), sender, server, dnsServers });
  } catch (problem) {
    if (!(problem instanceof ThreadProblem)) throw problem;
    return { is: 'temperror', details: `the check ${problem.message}` };
  }
}
