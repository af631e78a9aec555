/** Certificates drawn per second in the threads of one `serve`, and the time of one alone. */
import type { GiftView } from '../../src/certificates/certificate.ts';
import { termsAsItems } from '../../src/certificates/terms.ts';
import { plainDesign } from '../../src/certificates/templates/design.ts';
import { startPdfs } from '../peers/pdf-process.ts';
import { lineOf, type Section } from '../report/line.ts';
import { interleave, quantileOf, roundsOf } from '../rounds.ts';
import type { SectionRun } from './section-run.ts';

const atOnce = 4;
/** Of a round: four at once, and one after the other. */
const counts = { atOnce: 100, alone: 50 };
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
  await using cleanUp = new AsyncDisposableStack();
  const pdfs = startPdfs();
  cleanUp.defer(() => pdfs.stop());
  const lines = termsAsItems(terms);
  const count = counts.atOnce;
  const ours = async (): Promise<number> =>
    count / (await pdfs.ask('certificates', { view, code, count, atOnce })).seconds;
  const bare = async (): Promise<number> =>
    count / (await pdfs.ask('bare', { lines, count, atOnce })).seconds;
  const alone = async (): Promise<number> => {
    const { latenciesMs } = await pdfs.ask('certificates', { view, code, count: counts.alone, atOnce: 1 });
    return quantileOf(latenciesMs, 0.99);
  };
  await ours();
  await bare();
  run.say('PDFs: certificates and the PDF library alone in turn');
  const measured = await interleave(roundsOf(run), { ours, bare, alone });
  const section = 'pdfs';
  return {
    lines: [
      lineOf({
        section,
        what: 'certificates drawn as PDF',
        unit: 'PDFs/s',
        rounds: measured.ours.rounds,
        beside: { what: 'PDF library alone', rounds: measured.bare.rounds },
      }),
      lineOf({
        section,
        what: 'one certificate as PDF, p99',
        unit: 'ms',
        rounds: measured.alone.rounds,
        aim: { most: mostMs },
      }),
    ],
    curves: [],
  };
}
