/** `certify-server`: the final test beside a supplier's own server, without a platform. */
import { Option, type Command } from 'commander';
import type { SupplierAdapter } from '../../suppliers/adapters/adapter.ts';
import { adapterNamed, adapters } from '../../suppliers/adapters/list.ts';
import { wrongSettings } from '../../suppliers/adapters/wrong-settings.ts';
import type { CertifyReport } from '../../suppliers/certify/certify.ts';
import { certifyServer } from '../../suppliers/certify/certify-server.ts';
import { certifyLabels } from '../../suppliers/certify/labels.ts';
import { maxCalls, maxConcurrency } from '../../suppliers/certify/runs/ask-certify.ts';
import { isCertificateProblem } from '../../platform/network/certificate-problem.ts';
import { createHttpClient, type HttpClient } from '../../platform/network/http-client.ts';
import type { Language } from '../../platform/text/language.ts';
import { shellLanguage } from '../../platform/settings/config.ts';
import { reachSupplier } from '../../suppliers/calls/reach-supplier.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import { faces } from '../shell/arguments.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { readSettings } from './read-settings.ts';
import { reportJson, scenariosText, testCode, upTo, writeReport } from './certify-report.ts';

const longestTimeoutMs = 60_000;

export function register(program: Command): void {
  program
    .command('certify-server')
    .description(
      'The final test of a supplier’s server, by the supplier itself: without a platform or a database.',
    )
    .argument('<url>', 'address of the server, or a name for it with --settings')
    .option('--token <token>', 'the bearer token that the server expects')
    .option('--faces <list>', 'faces that it issues, for example 500,1000', faces)
    .option('--activates', 'it activates the codes that it issues')
    .option('--test-code <number[:pin]>', 'code that may be activated, if it does not issue', testCode)
    .option('--calls <count>', `calls of the load test, at most ${maxCalls}`, upTo(maxCalls), 50)
    .option('--concurrency <count>', 'concurrent calls', upTo(maxConcurrency), 5)
    .option('--timeout <ms>', 'for each call', upTo(longestTimeoutMs), 10_000)
    .option('--no-idempotent', 'a repeat of the same request_id does not return the same code')
    .option('--adapter <name>', 'another kind of interface (docs/activation-and-mail.md)', 'rest')
    .option('--settings <file>', 'its settings as JSON, instead of --token')
    .option('--html <file>', 'write the report as a page')
    .addOption(
      new Option('--language <language>', 'of the page')
        .choices(['ru', 'en'])
        .default(shellLanguage(), 'that of the shell'),
    )
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run);
}

const help = `
It calls nobody but the server, keeps nothing, and forgets the codes that it gets: write them off, or use a test environment. The
operator runs the same calls before your products are sold, and compares your codes with all that the platform knows.

Exit code 0: green. 1: something is broken.

Example:
  facevalue certify-server http://127.0.0.1:8099 --token my-token --faces 500,1000 --activates --html report.html`;

interface ServerOptions extends OutputOptions {
  token?: string;
  faces?: number[];
  activates?: boolean;
  testCode?: PlainCode;
  calls: number;
  concurrency: number;
  timeout: number;
  idempotent: boolean;
  adapter: string;
  settings?: string;
  html?: string;
  language: Language;
}

async function run(url: string, options: ServerOptions): Promise<void> {
  const { faces: facesKopecks = [], testCode: code, calls, concurrency } = options;
  const activates = options.activates === true || code !== undefined;
  if (facesKopecks.length === 0 && code === undefined)
    throw new Misuse(
      'Name the faces that the server issues (--faces), or a code that it may activate (--test-code).',
    );
  const { adapter, settings } = await readAgreed(url, options);
  const http = createHttpClient({ allowPrivateAddresses: true });
  try {
    await assertReached(url, { adapter, settings }, http);
    const report = await certifyServer(
      { http, clock: systemClock },
      {
        name: url,
        adapter,
        settings,
        idempotent: options.idempotent,
        timeoutMs: options.timeout,
        facesKopecks,
        activates,
        testCodes: code === undefined ? [] : [code],
        load: { calls, concurrency },
        onScenario: (name) => say(`… ${certifyLabels.en.scenarios[name]}`),
      },
    );
    if (options.html !== undefined) await writeReport(options.html, report, options.language);
    if (!report.green) process.exitCode = 1;
    answer(options, reportJson(report), () => reportText(report));
  } finally {
    await http.close();
  }
}

/** Where nobody listens, every scenario would tell the same. */
async function assertReached(
  url: string,
  agreed: { adapter: SupplierAdapter; settings: unknown },
  http: HttpClient,
): Promise<void> {
  const reached = await reachSupplier(agreed, http);
  if (reached === null || reached.outcome.is === 'answered' || reached.outcome.sent) return;
  const { host, outcome } = reached;
  const hint = isCertificateProblem(outcome.problem)
    ? 'name its authority in NODE_EXTRA_CA_CERTS, or have the certificate mended'
    : 'start the server, or check host and port';
  throw new Refusal(`${url} cannot be tested, for ${host} is not reached (${outcome.problem}): ${hint}.`, {
    host,
    problem: outcome.problem,
  });
}

async function readAgreed(
  url: string,
  { adapter: name, settings: file, token }: ServerOptions,
): Promise<{ adapter: SupplierAdapter; settings: unknown }> {
  const adapter = adapterNamed(name);
  if (adapter === null)
    throw new Misuse(`There is no adapter ${name}; there are ${adapters.map((one) => one.name).join(', ')}.`);
  const auth = token === undefined ? { kind: 'none' } : { kind: 'bearer', token };
  const given = file === undefined ? { supplierUrl: url, auth } : await readSettings(file);
  const read = adapter.settings.safeParse(given);
  if (read.success) return { adapter, settings: read.data };
  const problems = wrongSettings(read.error);
  throw new Refusal(`The settings can't be used: ${problems.join('; ')}.`, { problems });
}

function reportText(report: CertifyReport): string {
  const labels = certifyLabels.en.alone;
  return [...scenariosText(report), labels.made(report.codes), report.green ? labels.green : labels.red].join(
    '\n',
  );
}
