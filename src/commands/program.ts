/** The program `facevalue`: its commands, each loaded when it is asked for. */
import { Command } from 'commander';
import { noteRun } from './shell/changing-run.ts';
import type { ProgramWorld } from './shell/program-world.ts';
import manifest from '../../package.json' with { type: 'json' };

interface CommandEntry {
  /** Its description, so that the list of commands needs none of their files. */
  summary: string;
  load(): Promise<{ register(program: Command, world: ProgramWorld): void }>;
}

/** Each command's file registers the command; only the requested one is loaded. */
const commands: Record<string, CommandEntry> = {
  start: {
    summary: 'Run everything in one process. Outside production: with the demo and a first order.',
    load: () => import('./running/start.ts'),
  },
  serve: {
    summary: 'Serve the client API and the pages. Any number of these processes may share a database.',
    load: () => import('./running/serve.ts'),
  },
  work: {
    summary: 'Issue, deliver and send callbacks. Any number of these processes may share a database.',
    load: () => import('./running/work.ts'),
  },
  migrate: {
    summary: 'Update the tables of the database, as the role that owns them.',
    load: () => import('./running/migrate.ts'),
  },
  upgrade: {
    summary: 'Tell what this version changes in the database and how long it locks, then change it.',
    load: () => import('./running/upgrade.ts'),
  },
  cluster: {
    summary: 'An installation over several database servers, by Citus.',
    load: () => import('./running/cluster.ts'),
  },
  grants: {
    summary: 'Print the rights that serve and work need in the database, or grant them.',
    load: () => import('./running/grants.ts'),
  },
  setup: {
    summary: 'Begin an installation: tables, checks, and a link for the first operator.',
    load: () => import('./running/setup.ts'),
  },
  doctor: {
    summary: 'Look at everything that an installation needs, and say what to do.',
    load: () => import('./running/doctor.ts'),
  },
  restored: {
    summary:
      'After a restore of the database: what may have been sold and sent since is set aside, and cleared.',
    load: () => import('./running/restored.ts'),
  },
  key: {
    summary: 'The keys that protect codes and secrets.',
    load: () => import('./running/key.ts'),
  },
  client: {
    summary: 'Clients: their keys, settings and money.',
    load: () => import('./clients/client.ts'),
  },
  supplier: {
    summary: 'Suppliers of certificates, their brands and limits.',
    load: () => import('./suppliers/supplier.ts'),
  },
  'certify-server': {
    summary:
      'The final test of a supplier’s server, by the supplier itself: without a platform or a database.',
    load: () => import('./suppliers/certify-server.ts'),
  },
  person: {
    summary: 'People who sign in, and what they may do where.',
    load: () => import('./people/person.ts'),
  },
  approval: {
    summary: 'Acts that wait for a second person (four eyes).',
    load: () => import('./people/approval.ts'),
  },
  product: {
    summary: 'Products of the catalogue and their faces.',
    load: () => import('./catalog/product.ts'),
  },
  template: {
    summary: 'The look of certificates: page, letter, PDF and print (docs/templates.md).',
    load: () => import('./catalog/template.ts'),
  },
  catalog: { summary: 'The catalogue as a whole.', load: () => import('./catalog/catalog.ts') },
  pool: { summary: 'Codes loaded beforehand.', load: () => import('./catalog/pool.ts') },
  draft: {
    summary: 'Spreadsheets with codes that suppliers sent to the mailbox.',
    load: () => import('./suppliers/draft.ts'),
  },
  activation: {
    summary: 'Letters that ask suppliers to activate sold codes.',
    load: () => import('./suppliers/activation.ts'),
  },
  order: {
    summary: 'Requests and their results. Only `order code` shows a code.',
    load: () => import('./orders/order.ts'),
  },
  bulk: {
    summary: 'Many orders of a client as one: a sheet, or the API.',
    load: () => import('./bulk/bulk.ts'),
  },
  forget: {
    summary: 'Erase what the platform keeps of recipients.',
    load: () => import('./erasure/forget.ts'),
  },
  history: {
    summary: 'History of orders that ended years ago: moved out of the database into files, and read again.',
    load: () => import('./history/history.ts'),
  },
  quarantine: {
    summary:
      'Calls to suppliers that a person must check: the outcome is unknown, or the code cannot be sold.',
    load: () => import('./suppliers/quarantine.ts'),
  },
  callback: { summary: 'Callbacks to clients.', load: () => import('./orders/callback.ts') },
  mail: {
    summary: 'Letters and the records that they need in DNS.',
    load: () => import('./running/mail.ts'),
  },
  sms: { summary: 'Texts to phones and their providers.', load: () => import('./running/sms.ts') },
  time: { summary: 'The clock of the demo world.', load: () => import('./running/time.ts') },
  settlement: {
    summary:
      'Issued, activated, redeemed, expired, refunded and unclear certificates of a supplier in a period.',
    load: () => import('./suppliers/settlement.ts'),
  },
  outstanding: {
    summary: 'What is left of choice certificates and of those that are used in parts, and when it expires.',
    load: () => import('./suppliers/outstanding.ts'),
  },
  demo: { summary: 'The running demo world. Never in production.', load: () => import('./running/demo.ts') },
  verify: {
    summary:
      'Verify money, codes and audit: recompute the ledger, match every code with its order, follow the chains of acts.',
    load: () => import('./running/verify.ts'),
  },
};

/** The program with the requested command, or with the list of commands if it is unknown. */
export async function createProgram(
  args: readonly string[],
  world: ProgramWorld = withoutDemo,
): Promise<Command> {
  const program = emptyProgram().hook('preAction', (_program, command) => noteRun(command));
  const [first = '', second = ''] = args.filter((word) => !word.startsWith('-'));
  const asked = first === 'help' ? second : first;
  const known = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (known !== undefined) (await known.load()).register(program, world);
  else for (const [name, { summary }] of Object.entries(commands)) program.command(name).description(summary);
  return program;
}

/** The program with everything that it can do, for reading its help. */
export async function createWholeProgram(): Promise<Command> {
  const program = emptyProgram();
  for (const command of Object.values(commands)) (await command.load()).register(program, withoutDemo);
  return program;
}

const withoutDemo: ProgramWorld = {
  runDemo: () => Promise.reject(new Error('There is no demo world here.')),
};

const emptyProgram = (): Command =>
  new Command('facevalue')
    .description('Issue electronic gift certificates. Every command takes --help and --json.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      '\nSettings come from the environment and from a file .env in the working directory: see .env.example.',
    );
