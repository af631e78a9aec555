import type { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { dkimRecord } from '../platform/dkim-record.ts';
import { answer, jsonOption, type OutputOptions } from './output.ts';
import { Refusal } from './problems.ts';

export function register(program: Command): void {
  const mail = program.command('mail').description('Letters and the records that they need in DNS.');
  mail
    .command('dkim-record')
    .description('The DNS record to publish, so that the signatures of letters can be checked.')
    .option(...jsonOption)
    .action(printDkimRecord);
}

function printDkimRecord(options: OutputOptions): void {
  const { dkim } = readConfig().smtp;
  if (dkim === null) {
    throw new Refusal('Letters are not signed: FACEVALUE_DKIM_DOMAIN is not set (see docs/mail.md).');
  }
  const record = dkimRecord(dkim);
  const { name, value, zoneLine } = record;
  answer(options, { name, type: 'TXT', value, zone_line: zoneLine }, () =>
    [`Name   ${name}`, 'Type   TXT', `Value  ${value}`, '', 'In a zone file:', zoneLine].join('\n'),
  );
}
