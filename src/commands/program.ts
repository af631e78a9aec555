import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };

/** Each file of a command registers itself; only the one asked for is loaded, or all to tell about them. */
export const commands: Record<string, () => Promise<{ register(program: Command): void }>> = {
  start: () => import('./start.ts'),
  serve: () => import('./serve.ts'),
  work: () => import('./work.ts'),
  migrate: () => import('./migrate.ts'),
  client: () => import('./client.ts'),
  supplier: () => import('./supplier.ts'),
  product: () => import('./product.ts'),
  template: () => import('./template.ts'),
  catalog: () => import('./catalog.ts'),
  pool: () => import('./pool.ts'),
  draft: () => import('./draft.ts'),
  activation: () => import('./activation.ts'),
  order: () => import('./order.ts'),
  quarantine: () => import('./quarantine.ts'),
  callback: () => import('./callback.ts'),
  mail: () => import('./mail.ts'),
  sms: () => import('./sms.ts'),
  time: () => import('./time.ts'),
  settlement: () => import('./settlement.ts'),
  demo: () => import('./demo.ts'),
  verify: () => import('./verify.ts'),
};

/** The program with one command, or with all of them when none is known to be asked for. */
export async function createProgram(asked: string): Promise<Command> {
  const program = new Command('facevalue')
    .description('Issue electronic gift certificates. Every command takes --help and --json.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', '\nSettings come from the environment: see .env.example.');
  const names = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
  for (const name of names) (await commands[name]?.())?.register(program);
  return program;
}
