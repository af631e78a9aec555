import { Option, type Command } from 'commander';
import { adapters } from '../../suppliers/adapters/list.ts';
import { readTests, type SchemeTest } from '../../catalog/supplier-agreement.ts';
import { listSuppliers, type Supplier } from '../../catalog/supplier.ts';
import type { Database } from '../../platform/database/database.ts';
import { setAdapter } from '../../acts/guarded/adapter-settings.ts';
import { fromShell } from '../../people/access/principal.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { maskedSettings, readAgreement, type Agreement } from '../../suppliers/set-agreement.ts';
import { aCount } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { notYet } from '../people/approval.ts';
import { withWorld } from '../shell/with-world.ts';
import { readSettings } from './read-settings.ts';

/** `supplier adapter` and `supplier show`: how a supplier is called. */
export function registerAdapter(supplier: Command): void {
  supplier
    .command('adapter')
    .description('Set how a supplier is called: for codes at the moment of sale, or to activate them.')
    .argument('<supplier>', 'name or id')
    .addOption(
      new Option('--adapter <name>', 'kind of its API')
        .choices(adapters.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .requiredOption('--settings <file>', 'JSON with the settings of the adapter; - reads standard input')
    .option('--idempotent', 'a repeat of the same request_id returns the same code')
    .option('--not-idempotent', 'a repeat may return another code: an unclear call is never repeated')
    .option('--timeout <ms>', 'time-out of a call', aCount)
    .option(...jsonOption)
    .addHelpText('after', adapterExamples)
    .action(adapt);
  supplier
    .command('show')
    .description('A supplier and how it is called; secrets are masked.')
    .argument('<supplier>', 'name or id')
    .option(...jsonOption)
    .action(show);
}

const adapterExamples = `
Adapters: ${adapters.map(({ name, title }) => `${name} (${title})`).join(', ')}.

Example:
  echo '{"supplierUrl":"https://tea.example","auth":{"kind":"bearer","token":"…"}}' |
    facevalue supplier adapter "Tea House" --adapter rest --settings -
  facevalue supplier certify "Tea House"`;

interface AdapterOptions extends OutputOptions {
  adapter: string;
  settings: string;
  idempotent?: boolean;
  notIdempotent?: boolean;
  timeout?: number;
}

/** Allowed range of a time-out. */
const [leastTimeoutMs, mostTimeoutMs] = [100, 120_000];

async function adapt(name: string, options: AdapterOptions): Promise<void> {
  const { timeout: timeoutMs, idempotent, notIdempotent } = options;
  if (idempotent === true && notIdempotent === true) {
    throw new Misuse('Choose --idempotent or --not-idempotent.');
  }
  if (timeoutMs !== undefined && (timeoutMs < leastTimeoutMs || timeoutMs > mostTimeoutMs)) {
    throw new Misuse(`--timeout must be from ${leastTimeoutMs} to ${mostTimeoutMs}.`);
  }
  const settings = await readSettings(options.settings);
  await withWorld(async ({ db, keyring, clock }) => {
    const supplier = await findSupplier(db, name);
    const ask = {
      supplierId: supplier.id,
      adapter: options.adapter,
      settings,
      idempotent: idempotent ?? (notIdempotent === true ? false : undefined),
      timeoutMs,
    };
    const outcome = await setAdapter({ db, keyring }, fromShell, ask, clock.now());
    if (outcome.is === 'waits' || outcome.is === 'not-asked') throw notYet(outcome);
    if (outcome.is === 'wrong-settings') {
      const lines = outcome.problems.map((problem) => `  ${problem}`);
      throw new Refusal(['The settings do not fit the adapter:', ...lines].join('\n'), {
        problems: outcome.problems,
      });
    }
    if (outcome.is !== 'set') throw new Refusal(`There is no supplier ${name}.`);
    print(options, { supplier, agreement: outcome.agreement, tests: await readTests(db, supplier.id) });
  });
}

async function show(name: string, options: OutputOptions): Promise<void> {
  await withWorld(async ({ db, keyring }) => {
    const supplier = await findSupplier(db, name);
    const agreement = await readAgreement(db, keyring, supplier.id);
    print(options, { supplier, agreement, tests: await readTests(db, supplier.id) });
  });
}

async function findSupplier(db: Database, name: string): Promise<Supplier> {
  const suppliers = await listSuppliers(db);
  const found =
    suppliers.find((one) => one.name === name) ?? suppliers.find((one) => String(one.id) === name);
  if (found === undefined) throw new Refusal(`There is no supplier ${name}.`);
  return found;
}

interface Shown {
  supplier: Supplier;
  agreement: Agreement | null;
  tests: SchemeTest[];
}

function print(options: OutputOptions, { supplier, agreement, tests }: Shown): void {
  const { id, name, contactEmail, products, testedAt, testGreen } = supplier;
  const called =
    agreement === null
      ? null
      : {
          adapter: agreement.adapter.name,
          idempotent: agreement.idempotent,
          timeout_ms: agreement.timeoutMs,
          agreed_at: agreement.agreedAt,
          certified_at: agreement.certifiedAt,
          settings: maskedSettings(agreement),
        };
  const lastTest = testedAt === null ? null : { at: testedAt, green: testGreen };
  const json = { supplier: { id, name, email: contactEmail, products, last_test: lastTest, tests, called } };
  answer(options, json, () =>
    [
      `Supplier ${id}, ${name}: ${products} products.`,
      describeTest(supplier, agreement),
      ...tests.map(
        ({ scheme, green, at }) => `${scheme}: ${green ? 'green' : 'red'} since ${moscowDateTime(at)}.`,
      ),
      describeCall(agreement),
    ].join('\n'),
  );
}

function describeTest({ testedAt, testGreen }: Supplier, agreement: Agreement | null): string {
  const byApi = agreement === null || agreement.certifiedAt !== null ? '' : 'nothing is sold by API';
  if (testedAt === null) {
    return 'It was never certified (facevalue supplier certify): its products wait for a final test, or for somebody who vouches for them.';
  }
  if (testGreen === false) {
    return `The last final test was red at ${moscowDateTime(testedAt)}: what it looked at is out of the offer until one is green.`;
  }
  const since =
    byApi === '' ? '' : `; it is called differently now: ${byApi} until it passes its final test again`;
  return `The last final test was green at ${moscowDateTime(testedAt)}${since}.`;
}

function describeCall(agreement: Agreement | null): string {
  if (agreement === null) return 'It is not called: no adapter is set.';
  const { adapter, idempotent, timeoutMs } = agreement;
  return [
    `It is called by ${adapter.name} (${adapter.title}), time-out ${timeoutMs} ms.`,
    idempotent
      ? 'An unclear call is repeated with the same request_id.'
      : 'An unclear call is never repeated; it is quarantined.',
    settingsText(maskedSettings(agreement)),
  ].join('\n');
}

/** Prints JSON, except that texts of several lines (a WSDL, a certificate) follow unchanged below their names. */
function settingsText(settings: unknown): string {
  return JSON.stringify(settings, null, 2).replaceAll(
    /^( *)("[^"]*": )("(?:[^"\\]|\\.)*\\n(?:[^"\\]|\\.)*")(,?)$/gm,
    (_, indent: string, name: string, text: string, comma: string) =>
      `${indent}${name}${comma}\n${(JSON.parse(text) as string).trimEnd().replaceAll(/^/gm, `${indent}    `)}`,
  );
}
