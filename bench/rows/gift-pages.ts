import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { startPlainCalls, type PlainCalls } from '../load/plain-calls.ts';
import { startBarePage } from '../peers/bare-page.ts';
import { comparison } from '../report/comparison.ts';
import type { Line, Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addGiftLinks } from '../world/due-deliveries.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

type Method = 'GET' | 'POST';

const connections = 32;
const heads = { host: '127.0.0.1', 'accept-encoding': 'br', 'accept-language': 'ru' };
const terms = `<ol>${'<li>Предъявите сертификат на кассе: на экране или распечатанным.</li>'.repeat(8)}</ol>`;

/** Gift pages per second, compressed: sealed by GET, opened and recorded by POST. */
export async function measureGiftPages(run: SectionRun): Promise<Section> {
  const gifts = run.quick ? 1000 : 4000;
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('gift-pages', 0));
  run.say('gift pages: selling the codes');
  const { id } = await addSoldProduct(shop, gifts);
  await shop.db.query(`update products set disclaimer = $2, barcode_kind = 'code128' where id = $1`, [
    id,
    terms,
  ]);
  const tokens = await addGiftLinks(shop);
  await run.world.server.checkpoint();
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());
  const measured = { run, calls, port: serve.port, tokens };
  const lines = [
    await pageLine(measured, 'GET', 'gift pages, sealed'),
    await pageLine(measured, 'POST', 'gift pages, opened on record'),
  ];
  await checkReadings(shop);
  return { lines, curves: [] };
}

interface Measured {
  run: SectionRun;
  calls: PlainCalls;
  port: number;
  tokens: string[];
}

async function pageLine({ run, calls, port, tokens }: Measured, method: Method, what: string): Promise<Line> {
  await using cleanUp = new AsyncDisposableStack();
  const bare = startBarePage();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', await onePage(port, method, tokens[0] ?? ''));
  const requests = tokens.map((token) => requestText(method, token));
  const rate = async (at: number): Promise<number> =>
    requests.length / (await calls.ask('visit', { port: at, requests, connections, status: 200 }));
  // Compiled code and warm caches, as after a minute of service.
  await rate(port);
  await rate(barePort);
  run.say(`${what}: ours and the bare endpoint in turn`);
  const rates = await interleave(run.quick ? 1 : 3, { ours: () => rate(port), bare: () => rate(barePort) });
  const ours = { section: 'gift-pages', what, unit: 'pages/s', figures: rates.ours };
  return comparison(ours, { what: 'bare endpoint, same bytes', figures: rates.bare });
}

function requestText(method: Method, token: string): string {
  const form =
    method === 'POST' ? 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 0\r\n' : '';
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} /g/${token} HTTP/1.1\r\n${lines.join('')}${form}\r\n`;
}

/** The answer of our server, to be repeated by the bare endpoint. */
async function onePage(port: number, method: Method, token: string) {
  const asked = request({ host: '127.0.0.1', port, method, path: `/g/${token}`, headers: heads });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The page answered ${answer.statusCode}.`);
  const hop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    hop.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: (await buffer(answer)).toString('base64'),
  };
}

/** Each opening is recorded, and the sealed pages are not openings. */
async function checkReadings({ db }: ShopDatabase): Promise<void> {
  const { rows } = await db.query<{ readings: number; codes: number }>(
    `select count(*) as readings, count(distinct code_id) as codes from code_readings`,
  );
  const { readings = 0, codes = 0 } = rows[0] ?? {};
  // One gift was opened once more to get the page's answer.
  if (readings === 0 || (readings - 1) % codes !== 0)
    throw new Error(`${readings} readings of ${codes} codes.`);
}
