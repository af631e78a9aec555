import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Command } from 'commander';
import { createProgram, createWholeProgram } from '../../src/commands/program.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-mistyped-'));
const mistyped = join(folder, 'fasevalue');
after(() => rmSync(folder, { recursive: true }));

/** These begin an installation, so they may create its folder. */
const beginners = new Set(['start', 'serve', 'work', 'migrate']);

const days = '--from 2026-01-01 --to 2026-01-31';
const anyFile = 'package.json';

/** Arguments with which a command gets to its work. */
const argumentsOf: Record<string, string> = {
  'cluster spread': '--cells 2',
  'cluster add': '127.0.0.1:1',
  'cluster move': '1 127.0.0.1:1',
  'client add': '--name A',
  'key rotate': '--data',
  'client show': '1',
  'client set': '1 --off',
  'client top-up': '1 500 --reference a',
  'client reverse-top-up': '1 --reference a --reason b',
  'client top-ups': '1',
  'client warn': '1 --below 500',
  'client statement': '1',
  'client key rotate': '1',
  'client key retire': '1 1',
  'client invite': '1 anna@mail.example',
  'supplier add': '--name A',
  'supplier brand': '1',
  'supplier certify': '1 --yes',
  'certify-server': 'http://127.0.0.1:1 --faces 500 --calls 1',
  'supplier adapter': `1 --adapter rest --settings ${anyFile}`,
  'supplier show': '1',
  'supplier access': '1',
  'supplier user add': '1 a',
  'supplier user reset': '1 a',
  'supplier user remove': '1 a',
  'supplier user list': '1',
  'supplier codes': `1 ${days} --output ${join(folder, 'codes.csv')} --reason a`,
  'supplier invite': '1 anna@mail.example',
  'person invite': 'anna@mail.example --operator --role admin',
  'person confirm': 'anna@mail.example',
  'person remove': 'anna@mail.example --operator',
  'person removed': '--operator',
  'person give-back': 'anna@mail.example --operator',
  'approval approve': '1',
  'approval reject': '1',
  'approval policy': '--on',
  'product add': '--supplier 1 --title A',
  'client look list': '1',
  'client look show': '1 1',
  'client look set': '1',
  'client look approve': '1 1',
  'client look decline': '1 1 --reason a',
  'client look withdraw': '1 1 --reason a',
  'product set': '1 --off',
  'product vouch': '1 --withdraw',
  'product face add': '1 500',
  'product face off': '1 500',
  'product exchange add': '1 --products 2',
  'product exchange remove': '1 --products 2',
  'product exchange list': '1',
  'template set': '1 seeds/templates/dym-i-chabrets.json',
  'template check': 'seeds/templates/dym-i-chabrets.json',
  'template preview': `seeds/templates/dym-i-chabrets.json --out ${join(folder, 'preview')}`,
  'template show': '1',
  'catalog import': anyFile,
  'catalog category add': '1 --title A',
  'catalog category set': '1 --title B',
  'catalog category remove': '1',
  'catalog address import': anyFile,
  'catalog address export': join(folder, 'addresses.csv'),
  'catalog address clear': '1',
  'pool import': `${anyFile} --product 1`,
  'draft show': '1',
  'draft load': '1',
  'draft reject': '1',
  'activation schedule': '1',
  'activation confirm': '1',
  'order show': '1',
  'order code': '1 --reason a',
  'order refund': '1 --note a',
  'order resend': '1',
  'order move-clock': '1 60',
  'forget order': '1 --reason a --yes',
  'forget address': 'a@mail.example --reason a --yes',
  'forget client': '1 --reason a --yes',
  'forget record': `--to ${join(folder, 'erasures.jsonl')}`,
  'forget days': '--from 2026-11-01',
  'restored codes': '--rest --unsold --product 1',
  'restored erasures': anyFile,
  'restored limits': '--keep',
  'restored moved': '--reason a',
  'setup key-sheet': join(folder, 'key.html'),
  'quarantine show': '1',
  'quarantine settle': '1 --note a',
  'bulk add': `1 ${anyFile}`,
  'bulk list': '1',
  'bulk show': '1 1',
  'bulk lines': '1 1',
  'bulk confirm': '1 1',
  'bulk pause': '1 1',
  'bulk resume': '1 1',
  'bulk cancel': '1 1',
  'bulk result': `1 1 ${join(folder, 'result.csv')}`,
  'bulk template': join(folder, 'template.csv'),
  'history move-out': `--older-than 3y --to ${join(folder, 'history')}`,
  'history read': `--from ${folder}`,
  'history check': `--from ${folder}`,
  'callback replay': '1',
  'mail try': 'anna@mail.example',
  'sms try': '79001234567',
  'time travel': '2h',
  settlement: `--supplier 1 ${days}`,
  'demo supplier': 'a',
  'demo send-codes': 'a',
  'demo reply': 'a',
};

function leavesOf(command: Command, words: string[] = []): string[] {
  const inner = command.commands.flatMap((one) => leavesOf(one, [...words, one.name()]));
  return command.commands.length > 0 ? inner : [words.join(' ')];
}

const dkimKey = join(folder, 'dkim.pem');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync(dkimKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));

const nobody = '127.0.0.1:1';
const settings = {
  FACEVALUE_DATA: mistyped,
  FACEVALUE_SMTP_URL: `smtp://${nobody}`,
  FACEVALUE_SMS_PRIMARY: `smpp://id:password@${nobody}?from=Name`,
  FACEVALUE_DKIM_DOMAIN: 'facevalue.example',
  FACEVALUE_DKIM_SELECTOR: 'a',
  FACEVALUE_DKIM_KEY_FILE: dkimKey,
};

describe('no command makes anything in a mistyped data folder', async () => {
  const commands = leavesOf(await createWholeProgram()).filter((one) => !beginners.has(one));
  for (const [where, databaseUrl] of [
    ['the embedded database', ''],
    ['a database of one’s own', `postgres://${nobody}/facevalue`],
  ] as const) {
    for (const command of commands) {
      test(`${command}, ${where}`, async () => {
        process.chdir(root);
        Object.assign(process.env, settings, { DATABASE_URL: databaseUrl });
        const args = `${command} ${argumentsOf[command] ?? ''}`.trim().split(' ');
        const problem = await createProgram(args)
          .then((program) => program.parseAsync(args, { from: 'user' }))
          .then(
            () => null,
            (thrown: unknown) => thrown,
          );
        process.exitCode = 0;
        assert.notEqual((problem as Error | null)?.name, 'CommanderError', String(problem));
        assert.ok(!existsSync(mistyped));
      });
    }
  }
});
