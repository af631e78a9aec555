/** Certificates drawn per second in the threads of one `serve`, and the time of one alone. */
import type { GiftView } from '../../src/certificates/certificate.ts';
import { termsAsItems } from '../../src/certificates/terms.ts';
import { plainDesign } from '../../src/certificates/templates/design.ts';
import { startPdfs } from '../peers/pdf-process.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { figuresOf, interleave, quantile } from '../rounds.ts';
import type { SectionRun } from './section-run.ts';

const atOnce = 4;
const mostMs = 300;

const terms = `<ol>${'<li>Сертификат действует во всех магазинах сети, остаток суммы не сгорает.</li>'.repeat(12)}</ol>`;

const view: GiftView = {
  clientId: 1,
  language: 'ru',
  requestId: 1,
  orderId: 1,
  orderNumber: '1000345-7781204',
  productTitle: 'Кофейня',
  brief: '',
  pictureUrl: null,
  faceKopecks: 100_000,
  leftKopecks: null,
  expiresAt: new Date('2030-12-31T20:59:59Z'),
  termsHtml: terms,
  www: 'https://coffee.example',
  use: { acceptance: 'any', mostInOnePurchase: null },
  issuer: { name: 'ООО «Кофейня»', legalAddress: '119019, г. Москва, ул. Воздвиженка, д. 4' },
  support: { phone: '+7 (800) 100-20-30', email: 'help@coffee.example', url: '' },
  greeting: 'С днём рождения!',
  senderName: 'Бонусная программа',
  recipientName: 'Мария Петрова',
  barcode: { kind: 'code128', text: '{{number}}' },
  design: plainDesign,
  sample: false,
  state: 'active',
  redeemedAt: null,
  redeemedAtTill: '',
  refundedAt: null,
  codeErased: false,
};
const code = { number: '2200451298760031', pin: '4821' };

export async function measurePdfs(run: SectionRun): Promise<Section> {
  const count = run.quick ? 60 : 200;
  await using cleanUp = new AsyncDisposableStack();
  const pdfs = startPdfs();
  cleanUp.defer(() => pdfs.stop());
  const lines = termsAsItems(terms);
  const ours = async (): Promise<number> =>
    count / (await pdfs.ask('certificates', { view, code, count, atOnce })).seconds;
  const bare = async (): Promise<number> =>
    count / (await pdfs.ask('bare', { lines, count, atOnce })).seconds;
  await ours();
  await bare();
  run.say('PDFs: certificates and the PDF library alone in turn');
  const rates = await interleave(run.quick ? 1 : 3, { ours, bare });
  const rounds: number[] = [];
  for (let round = 0; round < (run.quick ? 1 : 3); round += 1) {
    const { latenciesMs } = await pdfs.ask('certificates', { view, code, count: count / 2, atOnce: 1 });
    rounds.push(
      quantile(
        latenciesMs.toSorted((one, other) => one - other),
        0.99,
      ),
    );
  }
  const times = figuresOf(rounds);
  const section = 'pdfs';
  return {
    lines: [
      comparison(
        { section, what: 'certificates drawn as PDF', unit: 'PDFs/s', figures: rates.ours },
        { what: 'PDF library alone', figures: rates.bare },
      ),
      comparison({ section, what: 'one certificate as PDF, p99', unit: 'ms', figures: times }, null, {
        details: `≤ ${mostMs} ms`,
        met: times.median <= mostMs,
      }),
    ],
    curves: [],
  };
}
