import type { Command } from 'commander';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { compareAgain, compareNext } from '../../vault/numbers/compare-numbers.ts';
import { findEqualNumbers, type EqualNumber } from '../../vault/numbers/equal-numbers.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

/** `pool equal`: codes that were loaded as different ones, though their numbers look alike. */
export function registerEqual(pool: Command): void {
  pool
    .command('equal')
    .description('Codes of a supplier whose numbers look alike, or differ in signs that nobody sees.')
    .option(
      '--again',
      'compare all codes again first, as after a process of an older version has loaded some',
    )
    .option(...jsonOption)
    .addHelpText('after', '\nExit code 0: there are none. 1: there are some. Numbers are not shown.')
    .action(equal);
}

async function equal(options: OutputOptions & { again?: boolean }): Promise<void> {
  const equalNumbers = await withWorld(async (world) => {
    if (options.again === true) await compareAll(world);
    return findEqualNumbers(
      everyCell(world).map(({ db }) => db),
      world.keyring,
    );
  });
  if (equalNumbers.length > 0) process.exitCode = 1;
  answer(options, { equal: equalNumbers.map(jsonOf) }, () =>
    equalNumbers.length === 0 ? 'No two codes of a supplier have equal numbers.' : tableOf(equalNumbers),
  );
}

async function compareAll(world: CommandWorld): Promise<void> {
  for (const { db, keyring, cell, crashPoint } of everyCell(world)) {
    await compareAgain(db);
    while (await compareNext({ db, keyring, cell, crashPoint }));
  }
}

const jsonOf = (code: EqualNumber): object => ({
  supplier_id: code.supplierId,
  code_id: code.codeId,
  equals: code.equals,
  product_id: code.productId,
  face: code.faceKopecks / 100,
  ends_on: code.endsOn,
  position: code.position,
  state: code.state,
  file: code.fileName,
});

const tableOf = (found: EqualNumber[]): string =>
  table(
    ['SUPPLIER', 'CODE', 'EQUALS', 'PRODUCT', 'FACE', 'ENDS ON', 'POSITION', 'STATE', 'FILE'],
    found.map((code) => [
      code.supplierId,
      code.codeId,
      code.equals,
      code.productId,
      roubles(code.faceKopecks),
      code.endsOn,
      code.position ?? '',
      code.state,
      code.fileName ?? '',
    ]),
  );
