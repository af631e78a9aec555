/** Apple's certificate is exported as docs/wallets.md says, with openssl asking for passwords on its input. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/settings/config.ts';
import { samplesTestedBy } from '../../docs/read-samples.ts';
import { needsOpenssl, walletKeys } from '../../support/wallet-keys.ts';

const password = 'of the export';

test('what the guide makes of an exported certificate is accepted as settings', needsOpenssl, () => {
  using keys = walletKeys();
  const folder = mkdtempSync(join(tmpdir(), 'wallet-files-'));
  const { FACEVALUE_APPLE_PASS_KEY_PASSPHRASE: passphrase = '', ...given } = keys.appleSettings;
  const run = (script: string, input = ''): void => {
    // Without a terminal: passwords are read from the input.
    const ran = spawnSync('setsid', ['--wait', 'sh', '-ec', script], {
      cwd: folder,
      input,
      encoding: 'utf8',
    });
    assert.equal(ran.status, 0, ran.stderr);
  };
  try {
    const from = `-in ${keys.folder}/pass.pem -inkey ${keys.folder}/pass.key -passin "pass:${passphrase}"`;
    run(`openssl pkcs12 -export ${from} -passout "pass:${password}" -out pass.p12`);
    const [guide] = samplesTestedBy('test/certificates/documents/wallet-files.test.ts', 'docs/wallets.md');
    const lines = guide?.code.trim().split('\n') ?? [];
    assert.equal(lines.length, 2);
    for (const line of lines) run(line, `${password}\n${passphrase}\n${passphrase}\n`);
    const env = {
      ...given,
      FACEVALUE_APPLE_PASS_CERTIFICATE_FILE: join(folder, 'pass.pem'),
      FACEVALUE_APPLE_PASS_KEY_FILE: join(folder, 'pass.key'),
    };
    const pass = { ...env, FACEVALUE_APPLE_PASS_KEY_PASSPHRASE: passphrase };
    assert.doesNotThrow(() => readConfig(pass));
    assert.throws(() => readConfig({ ...env, FACEVALUE_APPLE_PASS_KEY_PASSPHRASE: 'another' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
