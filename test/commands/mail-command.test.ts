import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { dkimRecord } from '../../src/platform/mail/dkim-record.ts';
import { mailSink } from '../support/mail-sink.ts';
import { signaturesOf, testDkim } from '../support/signed-mail.ts';
import { childEnvironment } from '../support/child-environment.ts';

const root = join(import.meta.dirname, '../..');

interface Run {
  code: number;
  out: Record<string, unknown>;
}

/** Runs `facevalue mail …` in its own data folder; returns its JSON. */
function commandIn(t: TestContext, dkim = testDkim()) {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const keyFile = join(folder, 'dkim.pem');
  writeFileSync(keyFile, dkim.key.export({ type: 'pkcs8', format: 'pem' }));
  const signing = {
    FACEVALUE_DKIM_DOMAIN: dkim.domain,
    FACEVALUE_DKIM_SELECTOR: dkim.selector,
    FACEVALUE_DKIM_KEY_FILE: keyFile,
  };
  const run = async (args: string[], settings: Record<string, string>): Promise<Run> => {
    const env = { ...childEnvironment, FACEVALUE_DATA: folder, ...settings };
    const argv = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'mail', ...args, '--json'];
    const ran = await promisify(execFile)(process.execPath, argv, { cwd: root, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (problem: { code: number; stdout: string }) => problem,
    );
    return { code: ran.code, out: JSON.parse(ran.stdout) as Run['out'] };
  };
  return { dkim, signing, run };
}

test('the DKIM record is printed, or the reason why there is none', async (t) => {
  const { dkim, signing, run } = commandIn(t);
  const { name, value, zoneLine } = dkimRecord(dkim);
  assert.deepEqual(await run(['dkim-record'], signing), {
    code: 0,
    out: { name, type: 'TXT', value, zone_line: zoneLine },
  });
  assert.equal((await run(['dkim-record'], {})).code, 1);
  const half = await run(['dkim-record'], { ...signing, FACEVALUE_DKIM_SELECTOR: '' });
  assert.equal(half.code, 1);
  assert.match(JSON.stringify(half.out), /FACEVALUE_DKIM_SELECTOR must be set/);
});

test('a trial letter is signed like all others, and a failure is explained', async (t) => {
  const sink = await mailSink();
  t.after(() => sink.close());
  const { dkim, signing, run } = commandIn(t);
  const settings = { ...signing, FACEVALUE_SMTP_URL: sink.url };
  assert.partialDeepStrictEqual(await run(['try', 'anna@mail.example'], settings), {
    code: 0,
    out: { outcome: 'sent', signed_by: 'facevalue.example' },
  });
  const [letter] = sink.arrivals;
  assert.deepEqual(letter?.to, ['anna@mail.example']);
  assert.equal((await signaturesOf(letter?.raw ?? Buffer.alloc(0), dkim))[0]?.result, 'pass');

  sink.refuseWith(550);
  const refused = await run(['try', 'anna@mail.example'], settings);
  assert.partialDeepStrictEqual(refused, {
    code: 1,
    out: { error: { kind: 'refused', outcome: 'refused' } },
  });
  const insecure = await run(['try', 'anna@mail.example'], { ...settings, FACEVALUE_SMTP_TLS: 'required' });
  assert.match(JSON.stringify(insecure.out), /no secure connection to the mail server/);
  assert.equal((await run(['try', 'anna, boris'], settings)).code, 2);
  assert.equal((await run(['try', 'anna@mail.example'], signing)).code, 1);
  assert.equal(sink.arrivals.length, 1);
});
