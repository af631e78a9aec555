/** The section `gift-pages`: sealed and opened gift pages, beside an endpoint with the same bytes. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { runLoad } from '../load/load.ts';
import { startPlainCalls, type PlainCalls } from '../load/plain-calls.ts';
import { startBarePage } from '../peers/bare-page.ts';
import { latencySection } from '../report/latency.ts';
import { lineOf, type Section } from '../report/line.ts';
import { processorLines, processorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addGiftLinks } from '../world/due-deliveries.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const section = 'gift-pages';
const connections = 32;
/** Pages of a round. */
const gifts = 4000;
const warmUps = 3;
const heads = { host: '127.0.0.1', 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'ru' };
const terms = `<ol>${'<li>Предъявите сертификат на кассе: на экране или распечатанным.</li>'.repeat(8)}</ol>`;

/** Gift pages per second, compressed: sealed by GET, opened and recorded by POST. */
export async function measureGiftPages(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('gift-pages', 0));
  run.say('gift pages: selling the codes');
  const { id } = await addSoldProduct(shop, gifts);
  await shop.db.query(`update products set disclaimer = $2, barcode_kind = 'code128' where id = $1`, [
    id,
    terms,
  ]);
  const tokens = await addGiftLinks(shop, id);
  await run.world.server.checkpoint();
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());
  const measured = { run, calls, serve, tokens };
  const sealed = await measurePages(measured, kinds.sealed);
  const opened = await measurePages(measured, kinds.opened);
  await checkReadings(shop, opened.asked);
  return {
    lines: [...sealed.lines, ...opened.lines],
    curves: [...sealed.curves, ...opened.curves],
  };
}

interface Kind {
  method: 'GET' | 'POST';
  what: string;
  one: string;
  curve: string;
  /** Of the bare endpoint's rate. */
  leastShare: number;
  mostP99Ms: { half?: number };
}

const kinds: Record<'sealed' | 'opened', Kind> = {
  sealed: {
    method: 'GET',
    what: 'gift pages, sealed',
    one: 'a sealed gift page',
    curve: 'gift-sealed-time',
    leastShare: 0.25,
    mostP99Ms: {},
  },
  opened: {
    method: 'POST',
    what: 'gift pages, opened on record',
    one: 'an opened gift page',
    curve: 'gift-opened-time',
    leastShare: 0.2,
    mostP99Ms: { half: 30 },
  },
};

interface Measured {
  run: SectionRun;
  calls: PlainCalls;
  serve: PlatformProcess;
  tokens: string[];
}

async function measurePages(
  { run, calls, serve, tokens }: Measured,
  kind: Kind,
): Promise<Section & { asked: number }> {
  const { what, one, curve, leastShare, mostP99Ms } = kind;
  const { port } = serve;
  await using cleanUp = new AsyncDisposableStack();
  const bare = startBarePage();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', await onePage(port, kind.method, tokens[0] ?? ''));
  const requests = tokens.map((token) => giftRequest(kind.method, token));
  // One gift was asked for to get the page's answer.
  let asked = 1;
  const rate = async (at: number): Promise<number> => {
    if (at === port) asked += requests.length;
    return requests.length / (await calls.ask('visit', { port: at, requests, connections, status: 200 }));
  };
  // Compiled code and warm caches, as after a minute of service.
  for (let round = 0; round < warmUps; round += 1) {
    await rate(port);
    await rate(barePort);
  }
  run.say(`${what}: ours and the bare endpoint in turn`);
  const meter = processorMeter('serve', 'PostgreSQL');
  const pids = { serve: serve.pid, PostgreSQL: run.world.server.pid };
  const rates = await interleave(roundsOf(run), {
    ours: () =>
      meter.round(
        pids,
        () => rate(port),
        () => requests.length,
      ),
    bare: () => rate(barePort),
  });
  const line = lineOf({
    section,
    what,
    unit: 'pages/s',
    rounds: rates.ours.rounds,
    beside: { what: 'bare endpoint, same bytes', rounds: rates.bare.rounds },
    ratioAim: { least: leastShare },
  });
  run.say(`${what}: times at a steady rate`);
  const path = { section, what: one, curve, of: 'pages', highest: rates.ours.median, mostP99Ms };
  const latency = await latencySection(run, path, ({ perSecond, count }) => {
    asked += count;
    const steady = Array.from({ length: count }, (_, index) => requests[index % requests.length] ?? '');
    const running = { port, connections, limitMs: 0, perSecond };
    return runLoad(run.load, { cmd: 'plain', requests: steady }, running);
  });
  const lines = [line, ...processorLines({ section, what: one }, meter), ...latency.lines];
  return { lines, curves: latency.curves, asked };
}

export function giftRequest(method: Kind['method'], token: string): string {
  const form =
    method === 'POST' ? 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 0\r\n' : '';
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} /g/${token} HTTP/1.1\r\n${lines.join('')}${form}\r\n`;
}

/** The answer of our server, to be repeated by the bare endpoint. */
async function onePage(port: number, method: Kind['method'], token: string) {
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
async function checkReadings({ db }: ShopDatabase, opened: number): Promise<void> {
  const { rows } = await db.query<{ readings: number }>(`select count(*) as readings from code_readings`);
  if (rows[0]?.readings !== opened) throw new Error(`${rows[0]?.readings} readings of ${opened} openings.`);
}
