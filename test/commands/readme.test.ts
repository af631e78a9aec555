import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The example under a bold heading. */
function exampleOf(heading: string): string {
  const [, after = ''] = readme.split(`\n**${heading}**`);
  return /```\w+\n([^]*?)```/.exec(after)?.[1] ?? assert.fail(`no example of ${heading}`);
}

const examples = [
  { heading: 'curl', program: 'sh', file: 'order.sh' },
  { heading: 'JavaScript', program: process.execPath, file: 'order.mjs' },
  { heading: 'PHP', program: 'php', file: 'order.php' },
  { heading: 'Python', program: 'python3', file: 'order.py' },
];

for (const { heading, program, file } of examples) {
  const missing = spawnSync(program, ['--version']).error !== undefined;
  test(`the README's example in ${heading} orders`, { skip: missing && `no ${program}` }, async () => {
    await using world = await testWorld();
    const product = await world.product({ scheme: 'platform' });
    assert.equal(product.id, 2001, 'the product of the examples');
    const client = await world.client();
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-readme-'));
    writeFileSync(join(folder, file), exampleOf(heading).replace('http://127.0.0.1:8080', world.baseUrl));
    const env = { ...childEnvironment, ID: String(client.id), SECRET: client.secret };
    const child = spawn(program, [join(folder, file)], { env });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    rmSync(folder, { recursive: true });
    const id = Number(/\b35\d{5}\b/.exec(printed)?.[0] ?? assert.fail(printed));
    await world.settle();
    assert.equal((await client.getStatus(id))['status'], 'ok');
  });
}
