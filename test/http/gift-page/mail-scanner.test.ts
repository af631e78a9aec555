import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const opensOfEachLink = 1000;
const atOnce = 16;

/** How programs open links: mail scanners, link previews, browsers that prefetch. */
const ways: RequestInit[] = [
  { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) SafeLinks scanner' } },
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch', 'x-moz': 'prefetch' } },
  { headers: { 'user-agent': 'TelegramBot (like TwitterBot)', accept: '*/*' } },
  { headers: { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' } },
  { headers: { range: 'bytes=0-1023' } },
];

test('a mail scanner that opens every link of a letter a thousand times reveals nothing', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const product = await world.product({
    barcodeKind: 'qr',
    disclaimer: '<p>Условия <a href="https://shop.example/">здесь</a></p>',
  });
  const [code] = await world.pool(product, 1000, [{ number: '2200451298760031', pin: '482173' }]);
  assert.ok(code);
  const id = await shop.makeOrder({ product_id: product.id, face: 1000, email_to: 'anna@mail.example' });
  await world.settle();
  const [letter] = world.mail.letters;
  const links = linksIn(`${letter?.html}\n${letter?.text}`, world.baseUrl);
  assert.ok(links.length > 0, 'the letter has links');

  const seen = await openAll(world, links);
  // The links of the pages, and the targets of their forms.
  const further = [...seen.pages.flatMap((page) => linksIn(page, world.baseUrl)), ...links.flatMap(formsOf)];
  const beyond = await openAll(
    world,
    [...new Set(further)].filter((link) => !links.includes(link)),
  );
  for (const body of [...seen.pages, ...beyond.pages]) assertSealed(body, code);

  assert.equal(await count(world, `select count(*) as count from code_readings`), 0);
  assert.equal(await count(world, `select count(*) as count from gift_events where kind <> 'opened'`), 0);
  assert.equal(world.mail.letters.length, 1, 'nothing was sent again');
  assert.deepEqual((await shop.getStatus(id))['status'], 'ok');

  // The same address opens the code for somebody who presses the button, so the test checks the right page.
  const opened = await (await fetch(links[0] ?? '', { method: 'POST' })).text();
  assert.throws(() => assertSealed(opened, code));
  assert.equal(await count(world, `select count(*) as count from code_readings`), 1);
});

function linksIn(markup: string, baseUrl: string): string[] {
  const attributes = [...markup.matchAll(/(?:href|src|action|content)="([^"#]+)(?:#[^"]*)?"/g)].map(
    ([, link]) => link ?? '',
  );
  const bare = [...markup.matchAll(/https?:\/\/[^\s<>"')]+/g)].map(([link]) => link);
  const ours = [...attributes, ...bare]
    .map((link) => link.replaceAll('&amp;', '&'))
    .filter((link) => /^(https?:|\/)/.test(link) && URL.canParse(link, baseUrl))
    .map((link) => new URL(link, baseUrl).href)
    .filter((link) => link.startsWith(baseUrl));
  return [...new Set(ours)];
}

const formsOf = (link: string): string[] =>
  ['/pdf', '/resend', '/wallet/apple', '/wallet/google'].map((path) => link.replace(/(\?.*)?$/, path));

/** Opens each link many times in every way; returns each distinct answer. */
async function openAll(world: TestWorld, links: string[]): Promise<{ pages: string[] }> {
  const pages = new Set<string>();
  const visits = links.flatMap((link) =>
    Array.from({ length: opensOfEachLink }, (_, index) => ({ link, index })),
  );
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let visit = visits[next++]; visit !== undefined; visit = visits[next++]) {
      const answer = await fetch(visit.link, { ...ways[visit.index % ways.length], redirect: 'manual' });
      assert.ok(answer.status < 500, `${answer.status} of ${new URL(visit.link).pathname.split('/')[1]}`);
      pages.add(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await world.settle();
  return { pages: [...pages] };
}

/** Neither as text nor in an attribute, with anything between its digits. */
function assertSealed(body: string, { number, pin }: { number: string; pin: string }): void {
  for (const seen of [body, body.replaceAll(/<[^>]*>|\s/g, '')])
    assert.ok(!seen.includes(number) && !seen.includes(pin), 'a code was shown');
}

async function count(world: TestWorld, sql: string): Promise<number> {
  const { rows } = await world.home.db.query<{ count: number }>(sql);
  return rows[0]?.count ?? 0;
}
