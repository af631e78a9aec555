import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';
import { StartProblem } from '../process/start-problem.ts';

/** What signs passes for Apple Wallet; all PEM. */
export interface AppleWallet {
  certificate: string;
  privateKey: string;
  /** Apple's intermediate certificate (WWDR) that issued ours. */
  authority: string;
  /** Both are in the certificate. */
  passTypeId: string;
  teamId: string;
  validFrom: Date;
  validTo: Date;
}

/** The service account that signs for Google Wallet. */
export interface GoogleWallet {
  issuerId: string;
  email: string;
  privateKey: KeyObject;
}

export interface WalletSettings {
  /** null: this wallet is off. */
  apple: AppleWallet | null;
  google: GoogleWallet | null;
}

const appleNames = [
  'FACEVALUE_APPLE_PASS_CERTIFICATE_FILE',
  'FACEVALUE_APPLE_PASS_KEY_FILE',
  'FACEVALUE_APPLE_WWDR_FILE',
] as const;
const googleNames = ['FACEVALUE_GOOGLE_WALLET_KEY_FILE', 'FACEVALUE_GOOGLE_WALLET_ISSUER'] as const;

/** Reads the files named in the settings. An incomplete or wrong key stops the start with a sentence. */
export function readWalletSettings(env: Environment): WalletSettings {
  return { apple: appleWallet(env), google: googleWallet(env) };
}

function appleWallet(env: Environment): AppleWallet | null {
  if (!allOrNone(env, appleNames)) return null;
  const [certificateName, keyName, authorityName] = appleNames;
  const certificate = readCertificate(env, certificateName);
  const authority = readCertificate(env, authorityName);
  const key = readKey(env, keyName, env['FACEVALUE_APPLE_PASS_KEY_PASSPHRASE']);
  const passTypeId = /^UID=(.+)$/m.exec(certificate.subject)?.[1];
  const teamId = /^OU=(.+)$/m.exec(certificate.subject)?.[1];
  if (passTypeId === undefined || teamId === undefined) {
    throw new StartProblem(`${certificateName} is not a Pass Type ID certificate of Apple's.`);
  }
  if (!certificate.checkPrivateKey(key)) {
    throw new StartProblem(`${keyName} is not the key of the certificate in ${certificateName}.`);
  }
  if (!certificate.checkIssued(authority)) {
    throw new StartProblem(
      `${authorityName} did not issue the certificate in ${certificateName}: take the WWDR generation that it names.`,
    );
  }
  return {
    certificate: certificate.toString(),
    privateKey: key.export({ type: 'pkcs1', format: 'pem' }),
    authority: authority.toString(),
    passTypeId,
    teamId,
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
  };
}

function googleWallet(env: Environment): GoogleWallet | null {
  if (!allOrNone(env, googleNames)) return null;
  const [keyName, issuerName] = googleNames;
  const issuerId = env[issuerName] ?? '';
  if (!/^\d{5,30}$/.test(issuerId)) {
    throw new StartProblem(`${issuerName} must be the issuer's number, digits only.`);
  }
  const { email, pem } = readServiceAccount(env, keyName);
  return { issuerId, email, privateKey: rsaKey(pem, keyName, undefined) };
}

function readServiceAccount(env: Environment, name: string): { email: string; pem: string } {
  const problem = new StartProblem(`${name} must name the JSON key file of a Google service account.`);
  let account: unknown;
  try {
    account = JSON.parse(readNamed(env, name).toString('utf8'));
  } catch (error) {
    throw error instanceof StartProblem ? error : problem;
  }
  const { client_email: email, private_key: pem } = (account ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string' || typeof pem !== 'string') throw problem;
  return { email, pem };
}

/** A partial configuration is a mistake. */
function allOrNone(env: Environment, names: readonly string[]): boolean {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === 0) return true;
  if (missing.length === names.length) return false;
  const set = names.filter((name) => env[name]);
  throw new StartProblem(`${missing.join(' and ')} must be set too, since ${set.join(' and ')} is.`);
}

function readNamed(env: Environment, name: string): Buffer {
  try {
    return readFileSync(env[name] ?? '');
  } catch {
    throw new StartProblem(`${name} names a file that can't be read: ${env[name]}.`);
  }
}

function readCertificate(env: Environment, name: string): X509Certificate {
  const bytes = readNamed(env, name);
  try {
    return new X509Certificate(bytes);
  } catch {
    throw new StartProblem(`${name} must name a certificate file, PEM or DER.`);
  }
}

const readKey = (env: Environment, name: string, passphrase: string | undefined): KeyObject =>
  rsaKey(readNamed(env, name), name, passphrase);

function rsaKey(pem: string | Buffer, name: string, passphrase: string | undefined): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey({ key: pem, passphrase: passphrase || undefined });
  } catch {
    // The reason may quote the file: the sentence below is enough.
  }
  if (key?.asymmetricKeyType !== 'rsa') {
    throw new StartProblem(`${name} must name an RSA private key, and its passphrase must fit.`);
  }
  return key;
}
