/** One-time codes of authenticators (RFC 6238). */
import { Secret, TOTP } from 'otpauth';

const secretBytes = 20;
const periodSeconds = 30;
/** Clocks of phones differ: the periods before and after are accepted too. */
const window = 1;

/** A new secret in base32, as it can be typed into an authenticator. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });

/** What the QR code holds. */
export const totpAddress = (secret: string, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString();

/** The period that a code belongs to, so that it can be burnt; null: it fits none around this moment. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** What an authenticator shows: for tests and the demo world. */
export const totpAt = (secret: string, now: Date): string =>
  totpOf(secret).generate({ timestamp: now.getTime() });
