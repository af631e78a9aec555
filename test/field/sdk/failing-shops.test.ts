import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../../support/child-environment.ts';
import { sdkNames, type Sdk } from '../../sdk/sdk-programs.ts';
import { secret, signed } from '../../sdk/signed-callback.ts';
import { noSecret, setups } from './failing-shops.ts';

const ENDS_WITHIN_MS = 60_000;
const programs: Partial<Record<Sdk, string[]>> = {
  typescript: [process.execPath, '--disable-warning=ExperimentalWarning', 'failing-shop.ts'],
  python: ['python3', 'failing_shop.py'],
  php: ['php', 'failing-shop.php'],
};

const callback = signed('a', 'application/json', JSON.stringify({ status: 'ok', data: { id: 18 } }));
/** Genuine for the right key, and for whoever takes an empty one. */
const byEmptyKey = createHmac('sha256', '')
  .update(`a.${callback.headers['webhook-timestamp']}.${callback.body}`)
  .digest('base64');
const headers = {
  ...callback.headers,
  'webhook-signature': `${callback.headers['webhook-signature']} v1,${byEmptyKey}`,
};

const samples = setups(secret);

for (const sdk of sdkNames) {
  const [program, ...args] = programs[sdk] ?? [];
  if (program === undefined) continue;
  test(`${sdk}: what fails in a shop reaches its log`, () => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: import.meta.dirname,
      input: JSON.stringify({ headers, body: callback.body, setups: samples.map(({ input }) => input) }),
      encoding: 'utf8',
      timeout: ENDS_WITHIN_MS,
      env: {
        ...childEnvironment,
        PYTHONPATH: join(import.meta.dirname, '../../../sdk/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });
    assert.equal(status, 0, stderr + stdout);
    const answers = JSON.parse(stdout) as [number, string[]][];
    for (const [index, { name, right }] of samples.entries()) {
      const [answered, told = []] = answers[index] ?? [];
      assert.deepEqual([answered, told.length], [right.status, right.hook.length], name);
      for (const [place, one] of right.hook.entries()) assert.match(told[place] ?? '', one, name);
      for (const one of right.log) assert.match(stderr, one, name);
    }
    assert.doesNotMatch(stderr, noSecret, 'what the hook was told is not logged as well');
    assert.ok(!stderr.includes(secret.slice(0, 16)), 'a secret in the log');
  });
}
