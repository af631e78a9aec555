/** What nothing takes back is asked about before it is done, on every page of all three sides. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { atomically } from '../../src/platform/database/database.ts';
import { addDraft } from '../../src/suppliers/mail/drafts.ts';
import { addFile } from '../../src/orders/bulk/add-file.ts';
import { issueIntegrationToken } from '../../src/suppliers/used-export/integration-access.ts';
import { approvedLook } from '../support/client-looks.ts';
import { csvSheet } from '../support/bulk-world.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { clientParty, operator, type Party, type Side } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { addTillUser } from '../../src/people/tills/till-users.ts';
import { actRoutes, isOf, type ActRoute } from '../support/act-routes.ts';
import { addCaller } from '../support/client-api-caller.ts';
import { crawl, type FoundField } from '../support/form-crawler.ts';
import { multipartOf, multipartType, visitor } from '../support/pages-of.ts';
import { newPerson, sessionOf } from '../support/people-world.ts';
import { questionIn } from '../support/say-yes.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** Acts that ask, whose forms this world does not show, and why. */
const notShown: Record<string, string> = {
  '/me/passkeys/remove': 'no browser has made a passkey',
  '/s/activation/:id': 'no letter has asked for an activation',
  '/o/activation/:id/confirm': 'no letter has asked for an activation',
  '/s/settlement/:month/agree': 'no month is over',
  '/s/start/files/:id/remove': 'no new supplier fills in its questionnaire',
  '/o/restore/codes/:product': 'no database was restored',
  '/o/restore/orders': 'no database was restored',
  '/o/restore/messages': 'no database was restored',
  '/o/restore/limits': 'no database was restored',
  '/o/restore/end': 'no database was restored',
  '/c/orders/ticked/resend':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/c/orders/ticked/cancel':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/o/orders/ticked/resend':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/o/orders/ticked/cancel':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/o/letters/ticked/resend':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/c/callbacks/ticked/replay':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/o/callbacks/ticked/replay':
    'the ticks of its form belong to several buttons: test/http/ticked-orders.test.ts',
  '/c/bulk/ticked/cancel': 'its page has cancelled the bulk order before: test/http/ticked-orders.test.ts',
  '/o/work/callbacks/again': 'the ticks of its form belong to several buttons: test/acts/work-items',
  '/o/work/letters/again': 'the ticks of its form belong to several buttons: test/acts/work-items',
};

interface Lasting {
  /** What is there, and is lost if it is not there any more. */
  kept: Set<string>;
  /** What has happened, and does not end any more. */
  final: Set<string>;
}

/** Read from the tables, however an act calls itself. */
async function lasting({ home }: TestWorld): Promise<Lasting> {
  const { rows } = await home.db.query<{ is: keyof Lasting; fact: string }>(
    `select 'kept' as is, 'member ' || person_id || ' of ' || side || party_id as fact from memberships
     union all select 'kept', 'second factor of ' || id from persons where totp_secret is not null
     union all select 'kept', 'recovery code ' || encode(code_hash, 'hex') from recovery_codes
     union all select 'kept', 'key ' || client_id || '/' || version || ' until ' || coalesce(retires_at, 'infinity') from client_keys
     union all select 'kept', 'callback secret of ' || id || ' ' || md5(callback_secret) from clients
     union all select 'kept', 'callback address of ' || id || ' ' || callback_url from clients where callback_url is not null
     union all select 'kept', 'token of ' || supplier_id || ' ' || token_hash::text from integration_access where token_hash is not null
     union all select 'kept', 'user of ' || supplier_id || ' ' || user_name from integration_access where user_name is not null
     union all select 'kept', 'password of cashier ' || p.email || ' ' || p.password_hash from persons p join memberships m on m.person_id = p.id and m.till_name is not null
     union all select 'kept', 'category ' || id from categories
     union all select 'kept', 'file ' || id from questionnaire_files
     union all select 'final', 'cancelled order ' || id from requests where state = 'cancelled'
     union all select 'final', 'refunded order ' || id from requests where refunded_at is not null
     union all select 'final', kind || ' ' || id from transfers where kind in ('top_up', 'chargeback')
     union all select 'final', 'agreed month ' || supplier_id || month from settlement_months where decision = 'agreed'
     union all select 'final', 'rejected file ' || id from pool_drafts where state = 'rejected'
     union all select 'final', 'cancelled bulk order ' || id from bulk_orders where state = 'cancelled'
     union all select 'final', 'message to ' || address from deliveries where address = 'other@recipients.example'`,
  );
  const of = (is: keyof Lasting): Set<string> =>
    new Set(rows.filter((row) => row.is === is).map(({ fact }) => fact));
  return { kept: of('kept'), final: of('final') };
}

const lostBetween = (before: Lasting, after: Lasting): string[] => [
  ...before.kept.difference(after.kept),
  ...after.final.difference(before.final),
];

/** What looks like an address, a phone or a sum is one; a template stays as it is. */
function typed({ name, type, value }: FoundField, side: Side): string | null {
  if (name === 'template') return null;
  if (name === 'callbackUrl') return `https://${side}.example/callbacks`;
  if (name === 'phone') return '79990000001';
  if (type === 'email' || /mail/i.test(name)) return 'other@recipients.example';
  if (/sum|amount/i.test(name)) return '100';
  return value === '' && type !== 'password' ? '7' : null;
}

async function walkOf(world: TestWorld, party: Party, role: string, start: string[]) {
  const { person } = await visitor(world, party, role);
  const headers = {
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    cookie: `facevalue-session=${person.cookie}`,
  };
  const seen = { lost: new Set<string>(), asked: new Set<string>() };
  const routes = await actRoutes(world);
  const routeOf = (address: string): ActRoute | undefined => routes.find((route) => isOf(route, address));
  let before = await lasting(world);
  await crawl(start, {
    get: (url) => world.server.inject({ url, headers }),
    async send(form, fields) {
      await world.home.db.query(`update sessions set stepped_up_at = $1, seen_at = $1`, [world.clock.now()]);
      const payload = form.hasFile
        ? multipartOf(Object.fromEntries(fields), { field: 'file', name: '', bytes: Buffer.alloc(0) })
        : fields.toString();
      const type = form.hasFile ? multipartType : 'application/x-www-form-urlencoded';
      return world.server.inject({
        method: 'POST',
        url: form.action,
        headers: { ...headers, 'content-type': type },
        payload,
      });
    },
    typing: (field) => typed(field, party.side),
    isOurs: (path) => /^\/(o|c|s|home|team|me)(\/|\?|$)/.test(path),
    // A rotation that ends all other keys leaves none to be ended.
    isLeftOut: ({ action }, fields) =>
      /^\/(out|switch|in|me\/(password|sessions))(\/|\?|$)/.test(action) ||
      fields.get('overlap') === '0' ||
      fields.get('testOverlap') === '0',
    async after(what, answer) {
      const address = what.split(/[? ]/)[0] ?? '';
      const route = routeOf(address);
      assert.ok(answer.statusCode < 500, `${what}: ${answer.statusCode}`);
      const question = questionIn(answer.body);
      if (question !== null && route !== undefined) seen.asked.add(route.url);
      const now = await lasting(world);
      const lost = lostBetween(before, now);
      before = now;
      const mayChange = what.endsWith('(yes)') || route?.undone === 'shown-first';
      if (lost.length > 0 && !mayChange) seen.lost.add(`${lost.join(', ')}: ${what.slice(0, 200)}`);
    },
    async afterRound() {
      await world.settle();
      before = await lasting(world);
    },
  });
  return seen;
}

/** A house in which something of each kind can be taken away. */
async function house() {
  const world = await testWorld();
  const { db, keyring } = world.home;
  const shop = await addCaller(world, { name: 'Подарки и точка', callbackUrl: world.callbacks.url });
  await db.query(`update clients set delayed_mode = true where id = $1`, [shop.id]);
  const product = await world.product({ title: 'Сертификат «Самовар»' });
  const { supplierId } = product;
  await world.pool(product, 500, 6);
  const order = async (uuid: string, face: number): Promise<number> => {
    const { id } = await shop.ok('makeOrder', {
      product_id: product.id,
      face,
      uuid,
      email_to: 'mila@recipients.example',
    });
    return Number(id);
  };
  const issued = [await order('one', 500), await order('two', 500)] as const;
  await world.settle();
  const waiting = [await order('later', 1000), await order('still later', 1000)] as const;
  // The walk of the client cancels two of these.
  for (const uuid of ['much later', 'last']) await order(uuid, 1000);
  await issueIntegrationToken(db, keyring, { supplierId }, world.clock.now());
  await db.query(
    `update integration_access set user_name = 'kassa', password_hash = 'none' where supplier_id = $1`,
    [supplierId],
  );
  await addTillUser(db, keyring, fromShell, { supplierId, name: 'kassa' }, world.clock.now());
  const bytes = csvSheet(['number', 'face'], [['DRAFT-0001', 500]]);
  const draft = { supplierId, sender: 'codes@supplier.example', fileName: 'codes.csv', bytes, rows: 1 };
  const hash = createHash('sha256').update(bytes).digest();
  const senderCheck = { is: 'pass', details: '' } as const;
  await atomically(db, (tx) => addDraft(tx, keyring, { ...draft, hash, senderCheck }, world.clock.now()));
  for (const [party, role] of [
    [operator, 'support'],
    [clientParty(shop.id), 'owner'],
    [{ side: 'supplier', partyId: supplierId }, 'manager'],
  ] as const)
    await newPerson(world, party, role);
  const [inviter, brought] = [
    await newPerson(world, operator, 'admin'),
    await newPerson(world, operator, 'support'),
  ];
  await db.query(`update memberships set brought_by_id = $1 where person_id = $2`, [
    (await sessionOf(world, inviter)).personId,
    (await sessionOf(world, brought)).personId,
  ]);
  const bulks: number[] = [];
  let made = 0;
  /** What an earlier walk has taken away. */
  const renew = async (): Promise<void> => {
    const now = world.clock.now();
    made += 1;
    await rotateKey(db, keyring, fromShell, { clientId: shop.id, retireAfterHours: 72 }, now);
    const sheet = csvSheet(
      ['product_id', 'face', 'email_to'],
      [[product.id, 500, `a${made}@recipients.example`]],
    );
    const added = await addFile(
      db,
      keyring,
      fromShell,
      { clientId: shop.id, name: `${made}.csv`, bytes: sheet },
      now,
    );
    assert.ok(added.is === 'added');
    bulks.push(added.bulkId);
    await approvedLook(world, shop, { campaign: `TIME_${made}`, fields: { senderName: 'Подарки и точка' } });
    await world.settle();
  };
  return { world, shop, supplierId, issued, waiting, bulks, renew };
}

test('no form of a signed-in page takes away what nothing brings back, before it has asked', async () => {
  const { world: ours, shop, supplierId, issued, waiting, bulks, renew } = await house();
  await using world = ours;
  const supplier: Party = { side: 'supplier', partyId: supplierId };
  await renew();
  const walks = [
    await walkOf(world, clientParty(shop.id), 'owner', [
      `/c/orders/${issued[0]}`,
      `/c/orders/${waiting[0]}`,
      '/c/api',
      `/c/bulk/${bulks[0]}`,
      '/c/bulk',
      '/team',
      '/me',
      '/c',
    ]),
    await walkOf(world, supplier, 'manager', ['/s/tills', '/s/integration', '/team', '/s']),
  ];
  await renew();
  const start = [
    `/o/orders/${issued[1]}`,
    `/o/orders/${waiting[1]}`,
    `/o/clients/${shop.id}`,
    `/o/clients/${shop.id}/bulk`,
    `/o/money/${shop.id}`,
    `/o/suppliers/${supplierId}`,
    `/o/suppliers/${supplierId}/tills`,
  ];
  walks.push(
    await walkOf(world, operator, 'admin', [...start, '/o/orders', '/o/drafts', '/team', '/me', '/o']),
  );
  assert.deepEqual(
    walks.flatMap(({ lost }) => [...lost]),
    [],
  );
  const asked = new Set(walks.flatMap((walk) => [...walk.asked]));
  const missed = (await actRoutes(world))
    .filter(({ url, undone }) => undone === 'asked-first' && !asked.has(url) && notShown[url] === undefined)
    .map(({ url }) => url);
  assert.deepEqual(missed, [], 'acts that ask, and whose question was not seen');
});
