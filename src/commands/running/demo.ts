import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { aCount } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';

/** `demo`: makes the simulated suppliers act or fail. */
export function register(program: Command): void {
  const demo = program.command('demo').description('The running demo world. Never in production.');
  demo
    .command('supplier')
    .description('Make a simulated supplier fail; without --fault, show its state.')
    .argument('<key>', 'the last part of its simulator_url in demo.json, for example lnitsa-online')
    .option('--fault <name>', 'the fault, for example slow, timeout-after or duplicate; none: remove it')
    .option('--seconds <count>', 'how long slow and timeout-after wait', aNumber)
    .option('--times <count>', 'number of calls affected', aCount)
    .option('--rate <share>', 'share of the calls affected, 0 to 1', aNumber)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue demo supplier lnitsa-online --fault slow --seconds 5 --times 3',
    )
    .action(supplier);
  const deed = (name: string, description: string, example: string): Command =>
    demo
      .command(name)
      .description(description)
      .argument('<key>', 'key of the supplier, for example fikusovich-sad')
      .option('--fault <name>', 'the error to make')
      .option(...jsonOption)
      .addHelpText('after', `\nExample:\n  facevalue demo ${name} fikusovich-sad ${example}`);
  deed('send-codes', 'A simulated supplier sends a spreadsheet with new codes to the mailbox.', '--codes 20')
    .option('--codes <count>', 'how many', aCount, 5)
    .action((key: string, options: DeedOptions) => doDeed(key, 'send-codes', options));
  deed('reply', 'The employee of a simulated supplier answers its newest activation letter.', '--rows 1-3')
    .option('--rows <list>', 'activated rows (default: the whole table)')
    .action((key: string, options: DeedOptions) => doDeed(key, 'reply', options));
}

interface FaultOptions extends OutputOptions {
  fault?: string;
  seconds?: number;
  times?: number;
  rate?: number;
}

interface SupplierState {
  script: { fault: string; left: number | null } | null;
  counters: Record<string, number>;
}

async function supplier(key: string, options: FaultOptions): Promise<void> {
  const address = await faultsAddress(key);
  const state = await tell(address, requestOf(options));
  answer(options, { key, ...state }, () => {
    const { script } = state;
    const behaviour =
      script === null
        ? 'has no fault'
        : `fails: ${script.fault}${script.left === null ? '' : `, ${script.left} calls`}`;
    const counters = Object.entries(state.counters).map(([name, count]) => `${count} ${name}`);
    return `${key} ${behaviour} (${counters.join(', ')}).`;
  });
}

interface DeedOptions extends OutputOptions {
  codes?: number;
  rows?: string;
  fault?: string;
}

/** Submits the form of the supplier's page. */
async function doDeed(key: string, deed: string, options: DeedOptions): Promise<void> {
  const { base_url: baseUrl } = await readFacts();
  const { codes = 1, rows = '', fault = '' } = options;
  const form = new URLSearchParams({ deed, codes: String(codes), rows, fault });
  const address = `${baseUrl}/demo/suppliers/${encodeURIComponent(key)}/deed`;
  // A page of the demo would send these: forms of other sites are refused.
  const headers = { origin: new URL(baseUrl).origin };
  const response = await fetch(address, { method: 'POST', headers, body: form, redirect: 'manual' }).catch(
    () => null,
  );
  if (response === null) throw new Refusal('The demo world does not run: begin with facevalue start.');
  if (response.status === 404) throw new Refusal(`The demo world plays no supplier ${key}.`);
  if (response.status !== 303)
    throw new Refusal(
      `${key} could not do that: there is no letter to answer, the fault is unknown, or it does not write mails.`,
    );
  answer(options, { key, deed, sent: true }, () => 'Sent. The mailbox is read every half minute.');
}

function requestOf({ fault, seconds, times, rate }: FaultOptions): RequestInit {
  if (fault === undefined) return {};
  if (fault === 'none') return { method: 'DELETE' };
  return { method: 'POST', body: JSON.stringify({ fault, seconds, times, rate }) };
}

interface Facts {
  base_url: string;
  suppliers: { simulator_url?: string }[];
}

async function readFacts(): Promise<Facts> {
  const { production, dataFolder } = readDatabaseConfig();
  if (production) throw new Refusal('There is no demo world in production.');
  const text = await readFile(join(dataFolder, 'demo.json'), 'utf8').catch(() => null);
  if (text === null) throw new Refusal('There is no demo world here: begin with facevalue start.');
  return JSON.parse(text) as Facts;
}

async function faultsAddress(key: string): Promise<string> {
  const { suppliers } = await readFacts();
  const urls = suppliers.flatMap(({ simulator_url: url }) => (url === undefined ? [] : [url]));
  const url = urls.find((one) => one.endsWith(`/${key}`));
  if (url !== undefined) return `${new URL(url).origin}/faults/${key}`;
  const known = urls.map((one) => one.split('/').at(-1)).join(', ');
  throw new Refusal(`The simulator plays no supplier ${key}. It plays: ${known}.`);
}

async function tell(address: string, request: RequestInit): Promise<SupplierState> {
  const response = await fetch(address, request).catch(() => null);
  if (response === null) throw new Refusal('The demo world does not run: begin with facevalue start.');
  if (!response.ok) {
    const { error } = (await response.json()) as { error: string };
    throw new Refusal(`The simulator refuses: ${error}`);
  }
  return (await response.json()) as SupplierState;
}

function aNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number.');
  return value;
}
