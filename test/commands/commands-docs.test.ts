import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createWholeProgram } from '../../src/commands/program.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/commands.md'), 'utf8');
const maxCellLetters = 170;

/** The full name of every command, such as `client key rotate`. */
function commandsOf(command: Command, args: string[] = []): string[] {
  const inner = command.commands.flatMap((one) => commandsOf(one, [...args, one.name()]));
  return command.commands.length > 0 ? inner : [args.join(' ')];
}

/** First cells of tables, and code elsewhere. */
const cells = [...page.matchAll(/^\| (.*) \|$/gm)].flatMap(([, row = '']) => row.split(/(?<!\\)\|/));
const inCode = [...page.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

test('docs/commands.md names every command and no other', async () => {
  const commands = commandsOf(await createWholeProgram());
  const isNamed = (command: string): boolean =>
    inCode.some((code) => code === command || code.startsWith(`${command} `));
  assert.deepEqual(
    commands.filter((command) => !isNamed(command)),
    [],
  );
  const groups = new Set(commands.map((command) => command.split(' ')[0]));
  const told = inCode.filter((code) => /^[a-z]+ [a-z-]+( |$)/.test(code) && groups.has(code.split(' ')[0]));
  const known = (code: string): boolean =>
    commands.some((command) => `${code} `.startsWith(`${command} `) || command.startsWith(`${code} `));
  assert.deepEqual(
    told.filter((code) => !known(code)),
    [],
  );
});

test('the tables of docs/commands.md can be scanned: no cell is a paragraph', () => {
  assert.ok(cells.length > 100, 'the tables are found');
  assert.deepEqual(
    cells.filter((cell) => cell.length > maxCellLetters),
    [],
  );
});

test('every option that a table of docs/commands.md names exists', async () => {
  const known = new Set<string>(['--help', '--json']);
  const gather = (command: Command): void => {
    for (const { long } of command.options) if (long) known.add(long);
    command.commands.forEach(gather);
  };
  gather(await createWholeProgram());
  const told = inCode.flatMap((code) => code.match(/--[a-z][a-z-]*/g) ?? []);
  assert.deepEqual(
    told.filter((option) => !known.has(option)),
    [],
  );
});
