import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { printable, printableJson, printableLine } from '../../src/commands/shell/printable.ts';
import { recordMail } from '../../src/suppliers/mail/record-mail.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const root = join(import.meta.dirname, '../..');

const hostile = 'a\u001b]0;x\u0007\u001b[2J\u009b31m\r\u202egnp\u2066\u200b\u007f\u2028z';
const obeyed = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/u;

test('control characters are escaped for the terminal, and other text is unchanged', () => {
  assert.equal(printable('a\u001b[2Jb\u009bc\u202ed'), String.raw`a\u001b[2Jb\u009bc\u202ed`);
  assert.equal(printable('Анна «и»\tОльга 👨‍👩‍👧\r\nстрока\u00a0₽'), 'Анна «и»\tОльга 👨‍👩‍👧\nстрока\u00a0₽');
  assert.equal(printableLine('one\ntwo'), String.raw`one\u000atwo`);
  assert.doesNotMatch(printable(hostile), obeyed);
  assert.doesNotMatch(printableJson({ hostile }), obeyed);
  assert.deepEqual(JSON.parse(printableJson({ [hostile]: [hostile, '\u{e0041}'] })), {
    [hostile]: [hostile, '\u{e0041}'],
  });
});

test('a command whose reader has closed the pipe ends quietly', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', '--help'], {
    cwd: root,
    env: childEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.deepEqual({ code, complaints }, { code: 0, complaints: '' });
});

const confirm = (): Promise<number> => Promise.resolve(0);

test('commands print names, subjects, files and refusals of others without control characters', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const now = world.clock.now();
  const product = await world.product();
  await db.query(`update suppliers set name = $1`, [hostile]);
  await db.query(`update products set title = $1`, [hostile]);
  await transaction(db, (tx) =>
    recordMail(
      tx,
      { cells: [], keyring, confirm },
      {
        messageId: hostile,
        contentHash: Buffer.alloc(32),
        sender: hostile,
        subject: hostile,
        place: { uidValidity: '1', uid: 1 },
        receivedAt: now,
      },
      [{ is: 'refused', fileName: hostile, details: hostile, supplierId: product.supplierId }],
      now,
    ),
  );
  const env = {
    ...childEnvironment,
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  for (const args of [
    ['draft', 'list', '--refused'],
    ['supplier', 'list'],
    ['product', 'list'],
    ['pool', 'stock'],
    ['draft', 'show', '1', '--sheet', hostile],
    ['pool', 'import', hostile, '--product', String(product.id)],
  ]) {
    for (const more of [[], ['--json']]) {
      const argv = ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...args, ...more];
      const run = promisify(execFile)(process.execPath, argv, { cwd: root, env });
      const { stdout, stderr } = await run.catch((problem: { stdout: string; stderr: string }) => problem);
      assert.ok(`${stdout}${stderr}`.length > 0);
      assert.doesNotMatch(`${stdout}${stderr}`, obeyed, args.join(' '));
    }
  }
});
