/** A worker thread that checks the signatures of letters that arrive. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { answerInThread } from '../../threads/thread-messages.ts';
import type { SenderCheck, SenderCheckAsk } from './judge-sender.ts';
import { Resolver } from 'node:dns/promises';

interface Signature {
  domain: string;
  result: string;
  /** The signing domain is aligned with the visible sender. */
  aligned: boolean;
}

const domainOf = (address: string): string => address.split('@').at(-1)?.toLowerCase() ?? '';

async function judge({ source, sender, server, dnsServers }: SenderCheckAsk): Promise<SenderCheck> {
  const resolver = limitedResolver(dnsServers);
  const { results } = await dkimVerify(Buffer.from(source), { resolver, sender });
  const signatures = results.map(({ status, signingDomain }): Signature => ({
    domain: signingDomain ?? '',
    // A signature over the beginning of a mail (l=) proves nothing about its attachments.
    result: status.result === 'pass' && (status.underSized ?? 0) > 0 ? 'policy' : status.result,
    aligned: typeof status.aligned === 'string' && status.aligned !== '',
  }));
  const policy = await dmarc({
    headerFrom: [sender],
    spfDomains: server.spf === 'pass' ? [server.spfDomain] : [],
    dkimDomains: signatures.filter(({ result }) => result === 'pass').map(({ domain }) => ({ domain })),
    resolver,
  });
  const ours = policy === false ? 'none' : policy.status.result;
  const serverResult = server.dmarcDomain === domainOf(sender) ? server.dmarc : '';
  return {
    is: verdictOf(signatures, spfOf(sender, server), [ours, serverResult]),
    details: [
      signatures.length === 0
        ? 'dkim=none'
        : signatures
            .slice(0, maxSignatures)
            .map(({ result, domain }) => `dkim=${result} (${domain})`)
            .join(', '),
      server.spf === '' ? 'spf=unknown' : `spf=${server.spf} (${server.spfDomain})`,
      `dmarc=${ours}`,
      ...(serverResult === '' ? [] : [`our server: dmarc=${serverResult}`]),
    ]
      .join(', ')
      .replaceAll(/[^\w.,:()= -]/g, '?')
      .slice(0, maxLength),
  };
}

/** `neutral`: the signed content is different, or no key is published. */
const brokenSignature = new Set(['fail', 'neutral']);
const maxSignatures = 5;
const maxLength = 400;

/** SPF counts if it is about the visible domain. */
function spfOf(sender: string, { spf, spfDomain }: SenderCheckAsk['server']): string {
  const domain = domainOf(sender);
  return spfDomain === domain || spfDomain.endsWith(`.${domain}`) ? spf : '';
}

/**
 * One proof is enough. If the domain demands proof, or a signature is broken, a missing proof counts against the mail.
 */
function verdictOf(signatures: Signature[], spf: string, policies: string[]): SenderCheck['is'] {
  const own = signatures.filter(({ aligned }) => aligned).map(({ result }) => result);
  if (policies.includes('pass')) return 'pass';
  if (own.includes('temperror')) return 'temperror';
  if (policies.includes('fail')) return 'fail';
  if (own.includes('pass') || spf === 'pass') return 'pass';
  if (policies.includes('temperror') || spf === 'temperror') return 'temperror';
  return own.some((result) => brokenSignature.has(result)) || spf === 'fail' ? 'fail' : 'none';
}

/** Limits of the DNS lookups for one mail. */
const maxLookups = 40;
const lookupTimeoutMs = 2000;
const maxTries = 2;

type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

function limitedResolver(servers: string[]): Resolve {
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: maxTries });
  if (servers.length > 0) resolver.setServers(servers);
  let lookups = 0;
  return async (name, type) => {
    lookups += 1;
    if (lookups > maxLookups) throw Object.assign(new Error('too many lookups'), { code: 'ETIMEOUT' });
    return (await resolver.resolve(name, type)) as string[] | string[][];
  };
}

answerInThread(judge);
