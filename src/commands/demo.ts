import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { aCount } from './arguments.ts';
import { answer, jsonOption, type OutputOptions } from './output.ts';
import { Refusal } from './problems.ts';

export function register(program: Command): void {
  const demo = program.command('demo').description('The running demo world. Never in production.');
  demo
    .command('supplier')
    .description('Let a simulated supplier misbehave; without --fault, show how it is.')
    .argument('<key>', 'the last part of its simulator_url in demo.json, as lnitsa-online')
    .option('--fault <name>', 'what goes wrong, as slow, timeout-after or duplicate; none takes it back')
    .option('--seconds <count>', 'how long slow and timeout-after wait', aNumber)
    .option('--times <count>', 'how many calls it lasts', aCount)
    .option('--rate <share>', 'which share of the calls it strikes, 0 to 1', aNumber)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue demo supplier lnitsa-online --fault slow --seconds 5 --times 3',
    )
    .action(supplier);
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
  const { production, dataFolder } = readConfig();
  if (production) throw new Refusal('There is no demo world in production.');
  const address = await faultsAddress(dataFolder, key);
  const state = await tell(address, requestOf(options));
  answer(options, { key, ...state }, () => {
    const { script } = state;
    const mood =
      script === null
        ? 'behaves well'
        : `misbehaves: ${script.fault}${script.left === null ? '' : `, ${script.left} calls`}`;
    const counters = Object.entries(state.counters).map(([name, count]) => `${count} ${name}`);
    return `${key} ${mood} (${counters.join(', ')}).`;
  });
}

function requestOf({ fault, seconds, times, rate }: FaultOptions): RequestInit {
  if (fault === undefined) return {};
  if (fault === 'none') return { method: 'DELETE' };
  return { method: 'POST', body: JSON.stringify({ fault, seconds, times, rate }) };
}

async function faultsAddress(dataFolder: string, key: string): Promise<string> {
  const text = await readFile(join(dataFolder, 'demo.json'), 'utf8').catch(() => null);
  if (text === null) throw new Refusal('There is no demo world here: begin with facevalue start.');
  const { suppliers } = JSON.parse(text) as { suppliers: { simulator_url?: string }[] };
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
