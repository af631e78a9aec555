import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createWholeProgram } from '../../src/commands/program.ts';

const documents = join(import.meta.dirname, '../../docs');
const maxCellLetters = 170;

/** The full name of every command, such as `client key rotate`. */
function commandsOf(command: Command, args: string[] = []): string[] {
  const inner = command.commands.flatMap((one) => commandsOf(one, [...args, one.name()]));
  return command.commands.length > 0 ? inner : [args.join(' ')];
}

const cellsOf = (page: string): string[] =>
  [...page.matchAll(/^\| (.*) \|$/gm)].flatMap(([, row = '']) => row.split(/(?<!\\)\|/));
const inCodeOf = (page: string): string[] => [...page.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

for (const name of ['commands.md', 'ru/commands.md']) {
  const page = readFileSync(join(documents, name), 'utf8');
  const cells = cellsOf(page);
  const inCode = inCodeOf(page);

  test(`${name} names every command and no other`, async () => {
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

  test(`the tables of ${name} can be scanned: no cell is a paragraph`, () => {
    assert.ok(cells.length > 100, 'the tables are found');
    assert.deepEqual(
      cells.filter((cell) => cell.length > maxCellLetters),
      [],
    );
  });

  test(`every option that ${name} names exists`, async () => {
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
}
