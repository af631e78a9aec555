import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'docs/operating');
const exampleOf = (name: string): string => readFileSync(join(examples, name), 'utf8');
const names = globSync('**/*', { cwd: examples }).filter((name) => statSync(join(examples, name)).isFile());
const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8');
const installing = readFileSync(join(root, 'docs/installing.md'), 'utf8');

/** The first number that a pattern finds. */
const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const checkWithinMs = 30_000;

/** The programs are Debian's; where they are missing their own check is skipped, what follows from the text is not. */
const missing = (program: string): string | false =>
  spawnSync(program, ['--version']).error === undefined ? false : `${program} is not installed`;

function check(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: checkWithinMs });
  assert.equal(status, 0, stdout + stderr);
  return stdout + stderr;
}

test('each example is explained, and has no setting that does not exist', () => {
  const known = readFileSync(join(root, '.env.example'), 'utf8');
  for (const name of names) {
    assert.ok(`${guide}${installing}`.includes(`(operating/${name})`), `${name} is explained`);
    for (const [setting] of exampleOf(name).matchAll(/\b(FACEVALUE_[A-Z_]+|DATABASE_URL)\b/g))
      assert.match(known, new RegExp(`^${setting}=`, 'm'), `${name} names ${setting}`);
  }
});

test('the time to drain fits: the balancer notices before it is over, and systemd waits longer', () => {
  const noticedSeconds =
    number(exampleOf('haproxy.cfg'), /inter (\d+)s/) * number(exampleOf('haproxy.cfg'), /fall (\d+)/);
  const drainSeconds = number(guide, /`FACEVALUE_DRAIN_SECONDS` \((\d+) in production\)/);
  const givenUpSeconds = 20;
  assert.ok(noticedSeconds < drainSeconds);
  const stopSeconds = number(exampleOf('facevalue-serve@.service'), /TimeoutStopSec=(\d+)/);
  assert.ok(stopSeconds > drainSeconds + givenUpSeconds);
  assert.ok(number(exampleOf('facevalue-work@.service'), /TimeoutStopSec=(\d+)/) > givenUpSeconds);
});

test('HAProxy accepts its files', { skip: missing('haproxy') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-examples-'));
  try {
    const certificate = join(folder, 'facevalue.pem');
    const made = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=gifts.example -days 2'.split(' ');
    check('openssl', [...made, '-keyout', `${certificate}.key`, '-out', certificate]);
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, exampleOf('haproxy.cfg').replace('/etc/haproxy/facevalue.pem', certificate));
    assert.doesNotMatch(check('haproxy', ['-c', '-f', file]), /WARNING|ALERT/);
    assert.doesNotMatch(
      check('haproxy', ['-c', '-f', join(examples, 'haproxy-database.cfg')]),
      /WARNING|ALERT/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('systemd accepts the units and finds them well closed', { skip: missing('systemd-analyze') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-examples-'));
  try {
    for (const name of names.filter((one) => one.endsWith('.service'))) {
      const unit = join(folder, name);
      copyFileSync(join(examples, name), unit);
      check('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
