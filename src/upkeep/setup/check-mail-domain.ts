/** Checks what receivers of letters look up in DNS. */
import { Resolver } from 'node:dns/promises';
import { dkimRecord } from '../../platform/mail/dkim-record.ts';
import type { Config } from '../../platform/settings/config.ts';
import { mailDomain, type DkimSettings } from '../../platform/settings/mail-settings.ts';
import type { Finding } from './finding.ts';

const lookupTimeoutMs = 2000;
const maxTries = 2;

/** There is no such name, or it has no such record: everything else is a name server that does not tell. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);

/** What receivers of letters look up: who may send (SPF), the key of signatures (DKIM), the rule (DMARC), and where bounces go. */
export async function checkMailDomain({ smtp, mailbox }: Config): Promise<Finding[]> {
  const from = mailDomain(smtp.from);
  if (smtp.url === '' || /(^|\.)(example|invalid)$/.test(from)) return [{ is: 'dns-unneeded' }];
  const envelope = smtp.bounceAddress === '' ? from : mailDomain(smtp.bounceAddress);
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: maxTries });
  if (mailbox.dnsServers.length > 0) resolver.setServers(mailbox.dnsServers);
  const findings = await Promise.all([
    orSilent(envelope, () => checkSpf(resolver, envelope)),
    ...(smtp.dkim === null ? [] : [orSilent(smtp.dkim.domain, () => checkDkim(resolver, smtp.dkim))]),
    orSilent(from, () => checkDmarc(resolver, from)),
    orSilent(envelope, () => checkMx(resolver, envelope)),
  ]);
  return findings.flat();
}

async function orSilent(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (problem) {
    const { code = 'failed' } = problem as NodeJS.ErrnoException;
    return [{ is: 'dns-silent', name, details: code }];
  }
}

async function checkSpf(resolver: Resolver, name: string): Promise<Finding[]> {
  const records = (await texts(resolver, name)).filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    const value = `${name}. IN TXT "v=spf1 include:SPF-OF-YOUR-MAIL-SERVER -all"`;
    return [{ is: 'dns-missing', record: 'SPF', name, value }];
  }
  if (records.length > 1) return [{ is: 'dns-several', record: 'SPF', name }];
  if (/\s\+?all\s*$/i.test(record)) return [{ is: 'dns-weak', name }];
  return [{ is: 'dns-ok', record: 'SPF', name }];
}

async function checkDkim(resolver: Resolver, dkim: DkimSettings | null): Promise<Finding[]> {
  if (dkim === null) return [];
  const { name, value, zoneLine } = dkimRecord(dkim);
  const records = (await texts(resolver, name)).filter((text) => /(^|;)\s*p=/i.test(text));
  const [record] = records;
  if (record === undefined) return [{ is: 'dns-missing', record: 'DKIM', name, value: zoneLine }];
  if (records.length > 1) return [{ is: 'dns-several', record: 'DKIM', name }];
  if (publicKeyOf(record) !== publicKeyOf(value))
    return [{ is: 'dns-differs', record: 'DKIM', name, value: zoneLine }];
  return [{ is: 'dns-ok', record: 'DKIM', name }];
}

const publicKeyOf = (record: string): string | undefined =>
  /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, '');

/** The rule of the domain, or of one above it. */
async function checkDmarc(resolver: Resolver, domain: string): Promise<Finding[]> {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_label, above) => `_dmarc.${labels.slice(above).join('.')}`);
  for (const name of names) {
    const records = (await texts(resolver, name)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (records.length > 1) return [{ is: 'dns-several', record: 'DMARC', name }];
    if (records.length === 1) return [{ is: 'dns-ok', record: 'DMARC', name }];
  }
  const name = `_dmarc.${domain}`;
  const value = `${name}. IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@${domain}"`;
  return [{ is: 'dns-missing', record: 'DMARC', name, value }];
}

async function checkMx(resolver: Resolver, name: string): Promise<Finding[]> {
  const servers = await unlessAbsent(resolver.resolveMx(name));
  if (servers.length > 0) return [{ is: 'dns-ok', record: 'MX', name }];
  return [{ is: 'dns-missing', record: 'MX', name, value: `${name}. IN MX 10 YOUR-MAIL-SERVER.` }];
}

const texts = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await unlessAbsent(resolver.resolveTxt(name))).map((strings) => strings.join(''));

async function unlessAbsent<One>(looked: Promise<One[]>): Promise<One[]> {
  try {
    return await looked;
  } catch (problem) {
    if (absent.has((problem as NodeJS.ErrnoException).code ?? '')) return [];
    throw problem;
  }
}
