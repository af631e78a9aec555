/** The server, the folder and the environment that the samples of the documents find. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { issueIntegrationToken } from '../../src/suppliers/used-export/integration-access.ts';
import { exampleServer } from '../suppliers/certify/example-server.ts';
import { sdkWorld, type SdkWorld } from '../sdk/sdk-world.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { testClient } from '../support/test-client.ts';
import { root } from './read-samples.ts';

export interface SampleWorld extends AsyncDisposable {
  world: SdkWorld;
  env: NodeJS.ProcessEnv;
  /** A folder as a reader would have it: the SDKs can be imported, `facevalue` is a command. */
  newFolder(): string;
  /** A test key of the same client. */
  testSecret: string;
  /** The id of an order that was issued and sent, placed with this key; else with the live one. */
  newOrder(secret?: string): Promise<number>;
  /** The server's own address and client in place of those that documents name. */
  adapted(code: string): string;
}

const codesOfFace = 200;

export async function sampleWorld(): Promise<SampleWorld> {
  const world = await sdkWorld({ validity: { is: 'days', days: 365 } });
  const { config } = world.ctx;
  for (const face of [500, 1000]) await world.pool(world.coffee, face, codesOfFace);
  const callbackSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  // As one that is made on the operator's page.
  const client = await world.client({ callbackSecret, uuidRequired: true, postOnly: true });
  const ask = { clientId: client.id, kind: 'test' } as const;
  const testKey = await rotateKey(world.ctx.db, world.ctx.keyring, fromShell, ask, new Date());
  assert.ok(testKey.is === 'rotated');
  const { supplierId } = world.coffee;
  const issued = await issueIntegrationToken(world.ctx.db, world.ctx.keyring, { supplierId }, new Date());
  assert.ok(issued.is === 'issued');
  const supplier = await exampleServer(issued.token);
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-samples-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = (name: string, command: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  script('node', `"${process.execPath}" --disable-warning=ExperimentalWarning`);
  script('facevalue', `node "${join(root, 'src/main.ts')}"`);
  let folders = 0;
  return {
    world,
    env: {
      ...childEnvironment,
      ...world.settingsOf(client),
      CALLBACK_SECRET: callbackSecret,
      PATH: `${bin}:${process.env['PATH']}`,
      PYTHONPATH: join(root, 'sdk/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE_URL: world.databaseUrl,
      FACEVALUE_DATA: config.dataFolder,
      FACEVALUE_MASTER_KEY: config.masterKey.toString('base64'),
      FACEVALUE_BASE_URL: world.baseUrl,
      INTEGRATION_URL: world.baseUrl,
      SUPPLIER_URL: supplier.url,
      TOKEN: issued.token,
    },
    newFolder() {
      folders += 1;
      return layOut(join(folder, String(folders)));
    },
    testSecret: testKey.secret,
    async newOrder(secret = client.secret) {
      const fields = {
        product_id: world.coffee.id,
        face: 500,
        uuid: randomUUID(),
        email_to: 'anna@mail.example',
      };
      const program = testClient(world.baseUrl, { id: client.id, secret }, world.callbacks);
      return world.whileWorking(program.makeOrder(fields));
    },
    adapted: (code) =>
      code
        .replaceAll('http://127.0.0.1:8080', world.baseUrl)
        .replaceAll('https://gifts.example', world.baseUrl)
        .replaceAll('11638', String(client.id))
        .replaceAll(/\bthe-secret-(?:that|of)-[a-z0-9-]+/g, client.secret)
        .replaceAll('the-callback-secret-of-demo-json', callbackSecret),
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
      await supplier[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

function layOut(folder: string): string {
  const client = join(folder, 'node_modules/@facevalue/client');
  mkdirSync(client, { recursive: true });
  symlinkSync(join(root, 'sdk'), join(folder, 'sdk'));
  // As published, but of the sources.
  writeFileSync(join(client, 'package.json'), '{"type":"module","exports":"./index.js"}');
  writeFileSync(join(client, 'index.js'), `export * from '${join(root, 'sdk/typescript/src/index.ts')}';\n`);
  // The reader's own template.
  cpSync(join(root, 'docs/examples/templates/shortest.json'), join(folder, 'tea.json'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
