import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { SendMailOptions } from 'nodemailer';
import { dkimRecord } from '../../src/platform/mail/dkim-record.ts';
import { listDrafts, type Draft } from '../../src/suppliers/mail/drafts.ts';
import { changeSenders } from '../../src/suppliers/mail/senders.ts';
import { dnsServer } from '../support/dns-server.ts';
import { imapServer } from '../support/imap-server.ts';
import { testDkim } from '../support/signed-mail.ts';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const sender = 'warehouse@supplier.example';
const dkim = testDkim('supplier.example');
const thief = testDkim('thief.example');
const pemOf = ({ key }: typeof dkim): string => key.export({ type: 'pkcs8', format: 'pem' });
const signedBy = (signer: typeof dkim): SendMailOptions => ({
  dkim: {
    domainName: signer.domain,
    keySelector: signer.selector,
    privateKey: pemOf(signer),
  },
});
const keys = Object.fromEntries([dkim, thief].map((one) => [dkimRecord(one).name, dkimRecord(one).value]));
const policy = { '_dmarc.supplier.example': 'v=DMARC1; p=reject' };
const server = 'mx.facevalue.example';
const results = (text: string): SendMailOptions => ({ headers: { 'Authentication-Results': text } });

interface Case {
  name: string;
  mail: SendMailOptions;
  records: Record<string, string>;
  check: Draft['senderCheck'];
  /** Changes to the signed mail on its way. */
  change?: (raw: string) => string | Promise<string>;
}

const cases: Case[] = [
  { name: 'signed by its domain', mail: signedBy(dkim), records: { ...keys, ...policy }, check: 'pass' },
  { name: 'signed, of a domain without a policy', mail: signedBy(dkim), records: keys, check: 'pass' },
  {
    name: 'unsigned, of a domain that asks for proof',
    mail: {},
    records: { ...keys, ...policy },
    check: 'fail',
  },
  { name: 'signed by somebody else', mail: signedBy(thief), records: { ...keys, ...policy }, check: 'fail' },
  { name: 'unsigned, of a domain that asks for nothing', mail: {}, records: keys, check: 'none' },
  {
    name: 'changed after it was signed',
    mail: signedBy(dkim),
    records: keys,
    check: 'fail',
    change: (raw) => raw.replace('attached', 'attacked'),
  },
  {
    name: 'whose signature covers less than it holds',
    mail: {},
    records: { ...keys, ...policy },
    check: 'fail',
    change: async (raw) => {
      const signer = {
        signingDomain: dkim.domain,
        selector: dkim.selector,
        privateKey: pemOf(dkim),
        maxBodyLength: 10,
      };
      const { signatures } = await dkimSign(Buffer.from(raw, 'latin1'), {
        ...signer,
        signatureData: [signer],
      });
      assert.match(signatures, /l=10;/);
      return `${signatures}${raw}`;
    },
  },
  {
    name: 'SPF passed, says our server',
    mail: results(`${server}; spf=pass (fine) smtp.mailfrom=${sender}; dkim=none`),
    records: policy,
    check: 'pass',
  },
  {
    name: 'SPF passed for somebody else, says our server',
    mail: results(`${server}; spf=pass smtp.mailfrom=a@thief.example`),
    records: policy,
    check: 'fail',
  },
  {
    name: 'SPF failed, says our server',
    mail: results(`${server}; spf=fail smtp.mailfrom=${sender}`),
    records: {},
    check: 'fail',
  },
  {
    name: 'everything passed, says somebody else',
    mail: results(
      `mx.thief.example; spf=pass smtp.mailfrom=${sender}; dmarc=pass header.from=supplier.example`,
    ),
    records: policy,
    check: 'fail',
  },
  {
    name: 'DMARC passed, says our server of another sender',
    mail: results(`${server}; dmarc=pass header.from=thief.example`),
    records: policy,
    check: 'fail',
  },
];

const csv = { filename: 'codes.csv', content: 'Номер;Номинал\nF-1;500\n' };

async function draftOf(
  { mail, change }: Pick<Case, 'mail' | 'change'>,
  dnsAddress: string,
  look: (world: TestWorld, draft: Draft) => Promise<void>,
): Promise<void> {
  const mailbox = await imapServer();
  try {
    await using world = await testWorld({
      FACEVALUE_IMAP_URL: mailbox.url,
      FACEVALUE_MAIL_AUTHSERV_ID: server,
      FACEVALUE_DNS_SERVERS: dnsAddress,
    });
    const product = await world.product();
    await changeSenders(world.home.db, { add: { supplierId: product.supplierId, address: sender } });
    await mailbox.receive(
      { from: sender, subject: 'Codes', text: 'attached', attachments: [csv], ...mail },
      change,
    );
    await world.settle();
    const [draft] = await listDrafts(world.home.db, { all: true, limit: 1 });
    assert.ok(draft !== undefined);
    await look(world, draft);
  } finally {
    await mailbox.close();
  }
}

for (const one of cases) {
  test(`a mail ${one.name}: ${one.check}`, async () => {
    await using dns = await dnsServer(one.records);
    await draftOf(one, dns.address, (_world, draft) => {
      assert.equal(draft.senderCheck, one.check, draft.senderCheckDetails);
      return Promise.resolve();
    });
  });
}

test('a name server that does not answer is awaited for a limited time and reported', async () => {
  await using dns = await dnsServer({}, true);
  await draftOf({ mail: signedBy(dkim) }, dns.address, (_world, draft) => {
    assert.equal(draft.senderCheck, 'temperror', draft.senderCheckDetails);
    return Promise.resolve();
  });
});

const signature = (index: number): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=d${index}.example; s=s; h=from; bh=; b=`;

test('a mail that causes hundreds of look-ups gets forty', async () => {
  await using dns = await dnsServer({});
  const signatures = Array.from({ length: 400 }, (_, index) => signature(index)).join('\r\n');
  const change = (raw: string): string => `${signatures}\r\n${raw}`;
  await draftOf({ mail: {}, change }, dns.address, (_world, draft) => {
    assert.notEqual(draft.senderCheck, 'pass');
    assert.ok(dns.asked() <= 40 * 2, String(dns.asked()));
    return Promise.resolve();
  });
});

const root = join(import.meta.dirname, '../..');

test('a forged draft is marked and loaded only on explicit request', async () => {
  await using dns = await dnsServer(policy);
  await draftOf({ mail: {} }, dns.address, async (world, { draftId }) => {
    const draft = async (...args: string[]): Promise<string> => {
      const env = {
        ...childEnvironment,
        DATABASE_URL: world.databaseUrl,
        FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      };
      const argv = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'draft', ...args];
      const run = promisify(execFile)(process.execPath, argv, { cwd: root, env });
      const { stdout, stderr } = await run.catch((problem: { stdout: string; stderr: string }) => problem);
      return `${stdout}${stderr}`;
    };
    assert.match(await draft('list'), /warehouse@supplier\.example +fail +codes\.csv/);
    assert.match(
      await draft('show', String(draftId)),
      /^WARNING: the mail is NOT from warehouse@.*dmarc=fail/,
    );
    assert.match(await draft('load', String(draftId)), /NOT from .*--accept-unauthenticated/);
    assert.equal((await world.home.db.query(`select from imports`)).rowCount, 0);
    assert.match(
      await draft('load', String(draftId), '--accept-unauthenticated'),
      /^WARNING: the mail is NOT/,
    );
    assert.equal((await world.home.db.query(`select from imports where loaded = 1`)).rowCount, 1);
  });
});
