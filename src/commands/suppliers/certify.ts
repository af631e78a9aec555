/** Adds the final test to `supplier`. */
import { Option, type Command } from 'commander';
import type { OfferedProduct } from '../../catalog/judge-offers.ts';
import { certify, type Certified, type CertifyReport } from '../../suppliers/certify/certify.ts';
import { findSubject, type CertifySubject } from '../../suppliers/certify/find-targets.ts';
import { maxCalls, maxConcurrency } from '../../suppliers/certify/runs/ask-certify.ts';
import { certifyLabels } from '../../suppliers/certify/labels.ts';
import { actorOf, fromShell } from '../../people/access/principal.ts';
import { createHttpClient } from '../../platform/network/http-client.ts';
import { quoted } from '../../platform/text/typography.ts';
import type { Language } from '../../platform/text/language.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import { anId, faces } from '../shell/arguments.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { reportJson, scenariosText, testCode, upTo, writeReport } from './certify-report.ts';

/** Codes made by the scenarios before the load test, in addition to one per face. */
const callsOfScenarios = 4;

export function registerCertify(supplier: Command): void {
  supplier
    .command('certify')
    .description(
      'The final test of a supplier. A pass offers its products of the tested schemes; a failure stops them at once.',
    )
    .argument('<supplier>', 'id or name of the supplier')
    .option('--product <id>', 'only this product', anId)
    .option('--faces <list>', 'faces to test, for example 500,1000 (default: all)', faces)
    .option('--calls <count>', `calls of the load test, at most ${maxCalls}`, upTo(maxCalls), 50)
    .option('--concurrency <count>', 'concurrent calls', upTo(maxConcurrency), 5)
    .option('--test-code <number[:pin]>', 'code to activate, if the supplier does not issue', testCode)
    .option('--yes', 'confirms that the supplier may issue real codes')
    .option('--no-mark', 'without effect: the result does not change the offer')
    .option('--html <file>', 'write the report as a page')
    .addOption(new Option('--language <language>', 'of the page').choices(['ru', 'en']).default('ru'))
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run);
}

const help = `
The codes that the supplier makes for the test are kept in the vault as blocked: they can never be sold.

Green offers the supplier's products whose scheme was tested (issued by API, activated by API, made by us); red takes them out,
also with --product and where somebody vouched for them. Codes of a pool that nobody has to activate by API are not tested
so: their test is a code that is sold, activated and accepted (docs/operator.md).

Exit code 0: green. 1: something is broken, or nothing could be tested.

Example:
  facevalue supplier certify "Tea House" --yes --html report.html --language en`;

interface CertifyOptions extends OutputOptions {
  product?: number;
  faces?: number[];
  calls: number;
  concurrency: number;
  testCode?: PlainCode;
  yes?: boolean;
  mark: boolean;
  html?: string;
  language: Language;
}

async function run(supplier: string, options: CertifyOptions): Promise<void> {
  const outcome = await withWorld(async (world) => {
    const ask = { supplier, productId: options.product ?? null, facesKopecks: options.faces ?? [] };
    const subject = await findSubject(world.db, ask);
    if (subject === null) throw new Refusal(`There is no supplier ${supplier}.`);
    if (options.yes !== true) askFirst(subject, options.calls);
    const http = createHttpClient({ allowPrivateAddresses: world.config.privateAddresses });
    try {
      return await certify(
        { ...world, http },
        {
          subject,
          load: { calls: options.calls, concurrency: options.concurrency },
          testCodes: options.testCode === undefined ? [] : [options.testCode],
          mark: options.mark,
          by: actorOf(fromShell),
          onScenario: (name) => say(`… ${certifyLabels.en.scenarios[name]}`),
        },
      );
    } finally {
      await http.close();
    }
  });
  if (outcome.is === 'refused') throw new Refusal(refusals[outcome.why], { why: outcome.why });
  const { report } = outcome;
  if (options.html !== undefined) await writeReport(options.html, report, options.language);
  if (!report.green) process.exitCode = 1;
  answer(options, reportJson(report), () => reportText(report));
}

function askFirst({ name, targets }: CertifySubject, calls: number): void {
  const issued = targets.filter(({ transferScheme }) => transferScheme === 'api');
  if (issued.length === 0) return;
  const codes = issued.reduce((sum, { facesKopecks }) => sum + facesKopecks.length, callsOfScenarios) + calls;
  throw new Refusal(
    `This test makes about ${codes} real codes at ${quoted(name, 'en')}, which are blocked here and never sold. Repeat it with --yes.`,
    { codes },
  );
}

const refusals: Record<Extract<Certified, { is: 'refused' }>['why'], string> = {
  'nothing-to-test':
    'There is nothing to test: no product of this supplier is issued or activated by API or has platform codes.',
  'no-agreement': 'The supplier has no agreement yet: say how it is called first.',
  'no-faces': 'A product has no faces: name some with --faces.',
  'no-test-code': 'The supplier activates codes of a pool: name one that may be activated with --test-code.',
};

function reportText(report: CertifyReport): string {
  const labels = certifyLabels.en;
  const made = report.codes > 0 ? [labels.made(report.codes)] : [];
  const outcome = report.green ? labels.green : labels.red;
  return [...scenariosText(report), ...made, outcome, ...offerText(report)].join('\n');
}

const named = (products: OfferedProduct[]): string =>
  products.map(({ productId, title }) => `${productId} ${title}`).join(', ');

function offerText({ offer }: CertifyReport): string[] {
  if (offer === null) return ['The offer is unchanged.'];
  return [
    ...(offer.takenOut.length > 0 ? [`Taken out of the offer: ${named(offer.takenOut)}.`] : []),
    ...(offer.putBack.length > 0 ? [`Back in the offer: ${named(offer.putBack)}.`] : []),
  ];
}
