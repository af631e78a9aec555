import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const passphrase = 'correct horse';

export const needsOpenssl = { skip: hasOpenssl() ? false : 'openssl is not installed' };

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface WalletKeys extends Disposable {
  folder: string;
  appleSettings: Record<string, string>;
  googleSettings: Record<string, string>;
  googlePublicKey: KeyObject;
}

/** Our own authority in Apple's place, a pass certificate that it issued, and a Google service account. */
export function walletKeys(): WalletKeys {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-keys-'));
  const file = (name: string): string => join(folder, name);
  const openssl = (line: string, ...rest: string[]): void => {
    execFileSync('openssl', [...line.split(' '), ...rest], { cwd: folder, stdio: 'ignore' });
  };
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj',
    '/CN=Test authority',
  );
  const subject = '/UID=pass.example.gift/CN=Pass Type ID: pass.example.gift/OU=TEAM123456/O=Test/C=RU';
  openssl(
    'req -newkey rsa:2048 -keyout pass.key -out pass.csr -passout',
    `pass:${passphrase}`,
    '-subj',
    subject,
  );
  openssl('x509 -req -in pass.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out pass.pem -days 30');
  openssl('req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 30 -subj', '/CN=Another');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    client_email: 'passes@facevalue.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  writeFileSync(file('account.json'), JSON.stringify(account));
  return {
    folder,
    appleSettings: {
      FACEVALUE_APPLE_PASS_CERTIFICATE_FILE: file('pass.pem'),
      FACEVALUE_APPLE_PASS_KEY_FILE: file('pass.key'),
      FACEVALUE_APPLE_PASS_KEY_PASSPHRASE: passphrase,
      FACEVALUE_APPLE_WWDR_FILE: file('ca.pem'),
    },
    googleSettings: {
      FACEVALUE_GOOGLE_WALLET_KEY_FILE: file('account.json'),
      FACEVALUE_GOOGLE_WALLET_ISSUER: '3388000000012345678',
    },
    googlePublicKey: publicKey,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
