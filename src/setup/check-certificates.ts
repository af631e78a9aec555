/** How long certificates are still good. */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { Config } from '../platform/settings/config.ts';
import type { Finding } from './finding.ts';

const probeTimeoutMs = 10_000;
const dayMs = 86_400_000;
/** A certificate that renews itself is never as old as this. */
const soonDays = 14;

interface Place {
  host: string;
  port: number;
}

/** How long the certificates are good on which the platform depends. That of its own address is judged with it. */
export async function checkCertificates(config: Config, now: Date): Promise<Finding[]> {
  const { apple } = config.wallets;
  const seen = await Promise.all(placesOf(config).map((place) => checkCertificate(place, now)));
  const found = [...seen.flat(), ...(apple === null ? [] : [judge('Apple Wallet', apple.validTo, now)])];
  return found.length === 0 ? [{ is: 'certificates-none' }] : found;
}

/** Servers that speak TLS from the first byte. */
function placesOf({ smtp, mailbox, bounceMailbox, sms }: Config): Place[] {
  const secure = [
    { url: smtp.url, protocol: 'smtps:', port: 465 },
    { url: mailbox.url, protocol: 'imaps:', port: 993 },
    { url: bounceMailbox.url, protocol: 'imaps:', port: 993 },
  ].flatMap(({ url, protocol, port }): Place[] => {
    if (!url.startsWith(protocol)) return [];
    const { hostname, port: given } = new URL(url);
    return [{ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(given || port) }];
  });
  const providers = [sms.primary, sms.fallback].flatMap((provider): Place[] =>
    provider?.kind === 'smpp' && provider.tls ? [{ host: provider.host, port: provider.port }] : [],
  );
  const byAddress = new Map([...secure, ...providers].map((place) => [`${place.host}:${place.port}`, place]));
  return [...byAddress.values()];
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

/** Null: it did not answer, which the check of the server itself tells. */
function certificateEnd({ host, port }: Place): Promise<Date | null> {
  return new Promise((resolve) => {
    // Nothing is sent: whether the certificate is trusted, the real connection decides.
    const socket = connect({
      host,
      port,
      servername: host,
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
