/** Whether certificates are accepted, and how long they are still good. */
import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { addressesOf } from '../../platform/database/servers.ts';
import { tlsOfMail } from '../../platform/mail/mailer.ts';
import { certificateProblemOf, type CertificateProblem } from '../../platform/network/certificate-problem.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Finding } from './finding.ts';
import { askForTls, type TlsOnRequest } from './start-tls.ts';

const probeTimeoutMs = 10_000;
const dayMs = 86_400_000;
/** A certificate that renews itself is never as old as this. */
const soonDays = 14;

interface Place {
  host: string;
  port: number;
  /** TLS begins on request. */
  onRequest?: TlsOnRequest;
  /** What the real connection asks of the certificate, where that is not what Node asks. */
  trust?: ConnectionOptions;
}

/** How long the certificates are good on which the platform depends. That of its own address is judged with it. */
export async function checkCertificates(config: Config, now: Date): Promise<Finding[]> {
  const { apple } = config.wallets;
  const seen = await Promise.all(placesOf(config).map((place) => checkCertificate(place, now)));
  const found = [...seen.flat(), ...(apple === null ? [] : [judge('Apple Wallet', apple.validTo, now)])];
  return found.length === 0 ? [{ is: 'certificates-none' }] : found;
}

/** How TLS begins and what the default port is, by the scheme of the address. */
const mailServers: Record<string, { port: number; onRequest?: TlsOnRequest }> = {
  'smtp:': { port: 587, onRequest: 'smtp' },
  'smtps:': { port: 465 },
  'imap:': { port: 143, onRequest: 'imap' },
  'imaps:': { port: 993 },
};

/** Servers that speak TLS from the first byte, and those that do on request. */
function placesOf({ smtp, mailbox, bounceMailbox, sms, databaseUrl }: Config): Place[] {
  const mail = [
    ...(smtp.url === '' ? [] : [{ ...mailPlace(smtp.url), trust: tlsOfMail(smtp) }]),
    ...[mailbox.url, bounceMailbox.url].filter((url) => url !== '').map(mailPlace),
  ];
  const providers = [sms.primary, sms.fallback].flatMap((provider): Place[] =>
    provider?.kind === 'smpp' && provider.tls ? [{ host: provider.host, port: provider.port }] : [],
  );
  const all = [...mail, ...providers, ...databasePlaces(databaseUrl)];
  return [...new Map(all.map((place) => [`${place.host}:${place.port}`, place])).values()];
}

function mailPlace(url: string): Place {
  const { protocol, hostname, port: given } = new URL(url);
  const { port, onRequest } = mailServers[protocol] ?? { port: 0 };
  const place = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(given || port) };
  return onRequest === undefined ? place : { ...place, onRequest };
}

/** Where the address asks for TLS; read by the driver itself, which connects to nothing here. */
function databasePlaces(databaseUrl: string | null): Place[] {
  const addresses = databaseUrl === null ? [] : addressesOf(databaseUrl);
  return addresses.flatMap((connectionString): Place[] => {
    const { host, port, ssl } = new Client({ connectionString });
    const trust = typeof ssl === 'object' ? ssl : {};
    return ssl && !host.startsWith('/') ? [{ host, port, onRequest: 'postgres', trust }] : [];
  });
}

function judge(of: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  if (days < 0) return { is: 'certificate-over', of };
  return { is: days < soonDays ? 'certificate-soon' : 'certificate-ok', of, days };
}

export async function checkCertificate(place: Place, now: Date): Promise<Finding[]> {
  const seen = await certificateOf(place);
  if (seen === null) return [];
  const of = `${place.host}:${place.port}`;
  const judged = judge(of, seen.until, now);
  const isGood = judged.is !== 'certificate-over';
  return [isGood && seen.refused !== null ? { is: 'certificate-refused', of, why: seen.refused } : judged];
}

interface SeenCertificate {
  until: Date;
  /** Why the real connection does not accept it. */
  refused: CertificateProblem | null;
}

/** Null: it did not answer, which the check of the server itself tells, or speaks no TLS. */
async function certificateOf(place: Place): Promise<SeenCertificate | null> {
  if (place.onRequest === undefined) return readCertificate(place);
  const socket = await askForTls(place, place.onRequest, probeTimeoutMs);
  return socket === null ? null : readCertificate({ ...place, socket });
}

function readCertificate({
  host,
  port,
  trust = {},
  socket: begun,
}: Place & { socket?: Socket }): Promise<SeenCertificate | null> {
  return new Promise((resolve) => {
    const socket = connect({
      ...trust,
      ...(begun === undefined ? { host, port } : { socket: begun }),
      ...(isIP(host) === 0 && { servername: host }),
      timeout: probeTimeoutMs,
      // Nothing is sent, so that one that is refused can be read too.
      rejectUnauthorized: false,
    });
    const end = (seen: SeenCertificate | null): void => {
      socket.destroy();
      resolve(seen);
    };
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate();
      if (raw === undefined) return end(null);
      const isAccepted = socket.authorized || trust.rejectUnauthorized === false;
      const refused = isAccepted ? null : problemCoded(String(socket.authorizationError));
      end({ until: new X509Certificate(raw).validToDate, refused });
    });
    socket.once('timeout', () => end(null));
    socket.once('error', () => end(null));
  });
}

/** Node gives the code alone, whatever its types say. */
const problemCoded = (code: string): CertificateProblem | null =>
  certificateProblemOf(Object.assign(new Error(code), { code }));
