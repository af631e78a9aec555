/** How long certificates are still good. */
import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { Client } from 'pg';
import { addressesOf } from '../platform/database/servers.ts';
import type { Config } from '../platform/settings/config.ts';
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
}

/** How long the certificates are good on which the platform depends. That of its own address is judged with it. */
export async function checkCertificates(config: Config, now: Date): Promise<Finding[]> {
  const { apple } = config.wallets;
  const seen = await Promise.all(placesOf(config).map((place) => checkCertificate(place, now)));
  const found = [...seen.flat(), ...(apple === null ? [] : [judge('Apple Wallet', apple.validTo, now)])];
  return found.length === 0 ? [{ is: 'certificates-none' }] : found;
}

/** By the scheme of their addresses: how TLS begins, and where a client goes that is told no port. */
const mailServers: Record<string, { port: number; onRequest?: TlsOnRequest }> = {
  'smtp:': { port: 587, onRequest: 'smtp' },
  'smtps:': { port: 465 },
  'imap:': { port: 143, onRequest: 'imap' },
  'imaps:': { port: 993 },
};

/** Servers that speak TLS from the first byte, and those that do on request. */
function placesOf({ smtp, mailbox, bounceMailbox, sms, databaseUrl }: Config): Place[] {
  const mail = [smtp.url, mailbox.url, bounceMailbox.url].filter((url) => url !== '').map(mailPlace);
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
    return ssl && !host.startsWith('/') ? [{ host, port, onRequest: 'postgres' }] : [];
  });
}

function judge(of: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  if (days < 0) return { is: 'certificate-over', of };
  return { is: days < soonDays ? 'certificate-soon' : 'certificate-ok', of, days };
}

export async function checkCertificate(place: Place, now: Date): Promise<Finding[]> {
  const until = await certificateEnd(place);
  return until === null ? [] : [judge(`${place.host}:${place.port}`, until, now)];
}

/** Null: it did not answer, which the check of the server itself tells, or speaks no TLS. */
async function certificateEnd(place: Place): Promise<Date | null> {
  if (place.onRequest === undefined) return endOf(place);
  const socket = await askForTls(place, place.onRequest, probeTimeoutMs);
  return socket === null ? null : endOf({ ...place, socket });
}

function endOf({ host, port, socket: begun }: Place & { socket?: Socket }): Promise<Date | null> {
  return new Promise((resolve) => {
    // Nothing is sent: whether the certificate is trusted, the real connection decides.
    const socket = connect({
      ...(begun === undefined ? { host, port } : { socket: begun }),
      ...(isIP(host) === 0 && { servername: host }),
      timeout: probeTimeoutMs,
      rejectUnauthorized: false,
    });
    const end = (until: Date | null): void => {
      socket.destroy();
      resolve(until);
    };
    socket.once('secureConnect', () => {
      const { raw } = socket.getPeerCertificate();
      end(raw === undefined ? null : new X509Certificate(raw).validToDate);
    });
    socket.once('timeout', () => end(null));
    socket.once('error', () => end(null));
  });
}
