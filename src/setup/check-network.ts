/** Checks of what is outside: mail, texts, our own address. */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '../platform/settings/config.ts';
import { probeMailbox } from '../platform/mail/mailbox.ts';
import { probeMailServer } from '../platform/mail/mailer.ts';
import { installationMark, markHeader } from '../platform/secrets/installation-mark.ts';
import { isLoopbackName } from '../platform/network/loopback.ts';
import type { HttpClient } from '../platform/network/http-client.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { mailDomain } from '../platform/settings/mail-settings.ts';
import { checkCertificate } from './check-certificates.ts';
import type { Finding } from './finding.ts';

const probeTimeoutMs = 10_000;

/** The mail server lets us in, and the sender is an address of one's own. */
export async function checkMailOut({ smtp }: Config): Promise<Finding[]> {
  if (smtp.url === '') return [{ is: 'mail-out-unset' }];
  const { hostname: host } = new URL(smtp.url);
  const outcome = await probeMailServer(smtp);
  return [
    outcome.is === 'sent'
      ? { is: 'mail-out-ok', host, encrypted: smtp.tls === 'required' || smtp.url.startsWith('smtps:') }
      : { is: 'mail-out-failed', host, details: outcome.details },
    ...(/(^|\.)(example|invalid)$/.test(mailDomain(smtp.from))
      ? [{ is: 'sender-example', from: smtp.from } as const]
      : []),
    ...(smtp.dkim === null ? [{ is: 'mail-unsigned' } as const] : []),
  ];
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
  return why === null ? { is: 'mail-in-ok', mailbox } : { is: 'mail-in-failed', mailbox, why };
}

/** The providers can be reached; whether a text arrives, only `facevalue sms try` can tell. */
export async function checkSms({ sms }: Config): Promise<Finding[]> {
  const providers = [sms.primary, sms.fallback].filter((provider) => provider !== null);
  if (providers.length === 0) return [{ is: 'sms-unset' }];
  return Promise.all(
    providers.map(async (provider): Promise<Finding> => {
      const { host, port, tls } = provider.kind === 'gateway' ? placeOf(provider.url) : provider;
      const reached = await canConnect(() =>
        tls
          ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
          : connectPlain({ host, port }),
      );
      return { is: reached ? 'sms-set' : 'sms-failed', provider: host };
    }),
  );
}

function placeOf(url: string): { host: string; port: number; tls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'https:';
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || (tls ? 443 : 80)), tls };
}

function canConnect(open: () => Socket | TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open();
    const end = (reached: boolean) => (): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.setTimeout(probeTimeoutMs, end(false));
    socket.once('error', end(false));
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', end(true));
  });
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
  if (answer.is === 'failed') return [{ is: 'address-silent', address, details: answer.problem }];
  const isOurs = answer.status === 200 && answer.headers[markHeader] === installationMark(keyring);
  if (!isOurs) return [{ is: 'address-other', address }];
  if (isLoopbackName(hostname)) return [{ is: 'address-here', address }];
  if (protocol !== 'https:') return [{ is: 'address-ok', address }];
  return [
    { is: 'address-ok', address },
    ...(await checkCertificate({ host: hostname, port: Number(port || 443) }, now)),
  ];
}
