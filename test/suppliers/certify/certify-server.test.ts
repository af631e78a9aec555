/** A supplier tests its own server without a platform: no database, no settings, nothing left behind. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runMain } from '../../support/run-main.ts';
import { brokenServer, exampleServer, token } from './example-server.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-certify-server-'));
after(() => rmSync(folder, { recursive: true }));

/** No setting of a platform can be used. */
const alone = { FACEVALUE_DATA: join(folder, 'data'), DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };

interface Answer {
  green: boolean;
  codes: number;
  scenarios: { name: string; verdict: string; transcripts: string[] }[];
}

const certify = async (url: string, ...options: string[]) => {
  const args = ['certify-server', url, '--faces', '500,1000', '--calls', '12', ...options];
  const ran = await runMain([...args, '--json'], alone);
  return { ran, report: JSON.parse(ran.out) as Answer };
};

const guides = ['docs/supplier-guide.md', 'docs/ru/supplier-guide.md'];

/** As the guides tell, at this server. */
function argumentsOfGuides(url: string, html: string): string[] {
  const [one, other] = guides.map(
    (path) => /^facevalue (certify-server .*)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1],
  );
  assert.ok(one !== undefined);
  assert.equal(one, other);
  return one
    .replace('http://127.0.0.1:8099', url)
    .replace('my-token', token)
    .replace('report.html', html)
    .split(' ');
}

test('the example server passes as the guides tell, and the report is written', async () => {
  await using server = await exampleServer();
  const html = join(folder, 'report.html');
  const russian = { ...alone, LANG: 'ru_RU.UTF-8' };
  const ran = await runMain([...argumentsOfGuides(server.url, html), '--json'], russian);
  const report = JSON.parse(ran.out) as Answer;
  assert.equal(ran.code, 0, ran.out);
  assert.equal(report.green, true);
  assert.equal(report.codes, 2 + 1 + 1 + 50);
  const wrong = report.scenarios.filter(({ verdict }) => verdict !== 'green');
  assert.deepEqual(wrong, []);
  assert.equal(report.scenarios.length, 13);
  const page = readFileSync(html, 'utf8');
  assert.match(page, /Сервер отвечает как надо/);
  assert.doesNotMatch(page, /может продавать|заблокированы/);
  assert.ok(!existsSync(alone.FACEVALUE_DATA));
});

test('a server that is broken does not pass: another code for a repeat, a wrong token, nobody there', async () => {
  await using server = await exampleServer();
  let calls = 0;
  await using changing = await brokenServer(server, (call, pass) => {
    calls += 1;
    const other = call.body.replace(/("request_id":"[^"]*)..."/, `$1${String(calls).padStart(3, '0')}"`);
    return pass({ ...call, body: other }).then((answer) => ({
      ...answer,
      body: answer.body.replace(/"request_id":"[^"]*"/, /"request_id":"[^"]*"/.exec(call.body)?.[0] ?? ''),
    }));
  });
  const { ran, report } = await certify(changing.url, '--token', token);
  assert.equal(ran.code, 1);
  const red = report.scenarios.filter(({ verdict }) => verdict === 'red').map(({ name }) => name);
  assert.ok(red.includes('repeat') && red.includes('together'), String(red));
  assert.ok(report.scenarios.every(({ transcripts }) => !transcripts.join().includes(token)));

  const stranger = await certify(server.url, '--token', 'another');
  assert.equal(stranger.ran.code, 1);
  const silent = await runMain(['certify-server', 'http://127.0.0.1:1', '--faces', '500'], alone);
  assert.equal(silent.code, 1);
  assert.match(silent.err, /127\.0\.0\.1:1 is not reached \(connection refused\): start the server/);
  assert.equal(silent.out, '', 'no scenario is told that was not tried');
});

test('what cannot be tested is misuse', async () => {
  const without = await runMain(['certify-server', 'http://127.0.0.1:1'], alone);
  assert.equal(without.code, 2);
  assert.match(without.err, /--faces/);
  const adapter = await runMain(
    ['certify-server', 'http://127.0.0.1:1', '--faces', '500', '--adapter', 'x'],
    alone,
  );
  assert.equal(adapter.code, 2);
  const settings = await runMain(['certify-server', 'nowhere', '--faces', '500'], alone);
  assert.equal(settings.code, 1);
});

test('it brings no PostgreSQL and no demo', async () => {
  const boot = join(root, 'bin/parts.mjs');
  const { partsFor } = (await import(boot)) as {
    partsFor: (folder: string, run: { runsFile: boolean; command: string }) => { folder: string }[];
  };
  const parts = partsFor(root, { runsFile: false, command: 'certify-server' });
  assert.ok(!parts.some(({ folder: part }) => part.endsWith('demo')));
});
