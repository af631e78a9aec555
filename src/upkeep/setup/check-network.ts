/** Checks of what is outside: mail, texts, our own address. */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '../../platform/settings/config.ts';
import { probeMailbox } from '../../platform/mail/mailbox.ts';
import { probeMailServer, type MailOutcome } from '../../platform/mail/mailer.ts';
import { installationMark, markHeader } from '../../platform/secrets/installation-mark.ts';
import { certificateProblemOf, isCertificateProblem } from '../../platform/network/certificate-problem.ts';
import { isLoopbackName } from '../../platform/network/loopback.ts';
import type { HttpProblem } from '../../platform/network/http-problem.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import { checkCertificate } from './check-certificates.ts';
import type { Finding } from './finding.ts';
import { isOfCertificate, sendReasons } from '../../platform/mail/send-reasons.ts';

const probeTimeoutMs = 10_000;

/** The mail server lets us in, and the sender is an address of one's own. */
export async function checkMailOut({ smtp }: Config): Promise<Finding[]> {
  if (smtp.url === '') return [{ is: 'mail-out-unset' }];
  const { hostname: host } = new URL(smtp.url);
  const encrypted = smtp.tls === 'required' || smtp.url.startsWith('smtps:');
  return [
    mailOut(await probeMailServer(smtp), host, encrypted),
    ...(/(^|\.)(example|invalid)$/.test(mailDomain(smtp.from))
      ? [{ is: 'sender-example', from: smtp.from } as const]
      : []),
    ...(smtp.dkim === null ? [{ is: 'mail-unsigned' } as const] : []),
  ];
}

function mailOut(outcome: MailOutcome, host: string, encrypted: boolean): Finding {
  if (outcome.is === 'sent') return { is: 'mail-out-ok', host, encrypted };
  const { reason } = outcome;
  if (isOfCertificate(reason)) return { is: 'certificate-refused', of: host, why: reason.is };
  return { is: 'mail-out-failed', host, details: sendReasons.text(reason, 'en') };
}

export async function checkMailIn({ mailbox, bounceMailbox }: Config, left: MailsLeft): Promise<Finding[]> {
  const [codes, bounces] = await Promise.all([
    checkMailbox('codes', mailbox.url),
    checkMailbox('bounces', bounceMailbox.url),
  ]);
  if (codes.is !== 'mail-in-ok') return [codes, bounces];
  const { doneFolder: folder, keepDays: days } = mailbox;
  const count = await left(days);
  const leftover: Finding[] = count === 0 ? [] : [{ is: 'mail-in-left', count, days }];
  return [codes, { is: 'mail-in-cleared', folder, days }, ...leftover, bounces];
}

/** How many mails of suppliers have waited for a person for more than so many days. */
export type MailsLeft = (days: number) => Promise<number>;

async function checkMailbox(mailbox: 'codes' | 'bounces', url: string): Promise<Finding> {
  if (url === '') return { is: 'mail-in-unset', mailbox };
  const why = await probeMailbox(url);
  if (why === null) return { is: 'mail-in-ok', mailbox };
  if (isCertificateProblem(why)) return { is: 'certificate-refused', of: new URL(url).host, why };
  return { is: 'mail-in-failed', mailbox, why };
}

/** The providers can be reached; whether a text arrives, only `facevalue sms try` can tell. */
export async function checkSms({ sms }: Config): Promise<Finding[]> {
  const providers = [sms.primary, sms.fallback].filter((provider) => provider !== null);
  if (providers.length === 0) return [{ is: 'sms-unset' }];
  return Promise.all(
    providers.map(async (provider): Promise<Finding> => {
      const { host, port, tls } = provider.kind === 'gateway' ? placeOf(provider.url) : provider;
      const problem = await connectionProblem(() =>
        tls
          ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
          : connectPlain({ host, port }),
      );
      if (problem === null) return { is: 'sms-set', provider: host };
      const why = certificateProblemOf(problem);
      return why === null
        ? { is: 'sms-failed', provider: host }
        : { is: 'certificate-refused', of: `${host}:${port}`, why };
    }),
  );
}

function placeOf(url: string): { host: string; port: number; tls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'https:';
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || (tls ? 443 : 80)), tls };
}

/** Null: it can be reached. */
function connectionProblem(open: () => Socket | TLSSocket): Promise<Error | null> {
  return new Promise((resolve) => {
    const socket = open();
    const end = (problem: Error | null): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(probeTimeoutMs, () => end(new Error('timeout')));
    socket.once('error', end);
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => end(null));
  });
}

function unanswered(address: string, problem: HttpProblem): Finding {
  if (isCertificateProblem(problem))
    return { is: 'certificate-refused', of: new URL(address).host, why: problem };
  return { is: 'address-silent', address, details: problem };
}

/** Whoever follows a link in a letter comes to this installation. */
export async function checkAddress(
  { baseUrl }: Config,
  { http, keyring, now }: { http: HttpClient; keyring: Keyring; now: Date },
): Promise<Finding[]> {
  const address = baseUrl;
  const { protocol, hostname, port } = new URL(baseUrl);
  const answer = await http.send({
    purpose: 'gateways',
    method: 'GET',
    url: `${baseUrl}/healthz`,
    headers: {},
    timeoutMs: probeTimeoutMs,
    maxBytes: 1000,
  });
  if (answer.is === 'failed') return [unanswered(address, answer.problem)];
  const isOurs = answer.status === 200 && answer.headers[markHeader] === installationMark(keyring);
  if (!isOurs) return [{ is: 'address-other', address }];
  if (isLoopbackName(hostname)) return [{ is: 'address-here', address }];
  if (protocol !== 'https:') return [{ is: 'address-ok', address }];
  return [
    { is: 'address-ok', address },
    ...(await checkCertificate({ host: hostname, port: Number(port || 443) }, now)),
  ];
}
