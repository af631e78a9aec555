/** What one operator alone can reach while four eyes are on: a search over all forms of all their pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { addProduct } from '../../../src/catalog/add-product.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { addTillUser } from '../../../src/people/tills/till-users.ts';
import { rotateKey } from '../../../src/clients/rotate-key.ts';
import { operator } from '../../../src/people/access/party.ts';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { actRoutes, isOf, type ActRoute } from '../../support/act-routes.ts';
import { notShown } from './not-shown.ts';
import { csvSheet } from '../../support/bulk-world.ts';
import { addCaller } from '../../support/client-api-caller.ts';
import { crawl, type FoundField, type FoundForm } from '../../support/form-crawler.ts';
import { multipartOf, multipartType } from '../../support/pages-of.ts';
import { inviteTo, newPerson, sessionOf, type TestPerson } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { freshCodes, offerUntested, type TestProduct } from '../../support/arrange.ts';
import { setSchedule } from '../../../src/suppliers/activation/schedule.ts';
import { loadInactive } from '../../suppliers/activation/activation-world.ts';

const mailbox = 'second@evil.example';
const phone = '79990000001';
const callbacks = 'https://evil.example/callbacks';
const network = '198.51.100.0/24';
/** A list that goes out on working days goes out within them. */
const mostDaysOfSchedule = 3;

/** What somebody who wants codes or money types into fields of these names. */
const typedByThief: Record<string, string> = {
  discount: '99.99',
  credit: '1000000',
  callbackUrl: callbacks,
  networks: network,
  above: '1000000000',
  sum: '100000',
  amount: '100000',
  reference: 'evil payment',
  phone,
  to: '2026-11-20',
  from: '2026-11-01',
  number: 'EVIL-0001',
  basicUser: 'evil-program',
  holidays: '',
};

function typing({ name, type, value }: FoundField): string | null {
  if (typedByThief[name] !== undefined) return typedByThief[name];
  if (type === 'email' || /mail|invitee|address/i.test(name)) return mailbox;
  return value === '' && type !== 'password' ? '7' : null;
}

interface Alone {
  world: TestWorld;
  clientId: number;
  productId: number;
  supplierId: number;
  /** Is asked by letter to activate what was sold. */
  byLetter: TestProduct;
  codes: string[];
  /** Who Eve is, with both mailboxes. */
  own: string[];
  found: Set<string>;
  /** Addresses that were posted to, and what came: 303 where nobody was in the way. */
  sent: Map<string, Set<number>>;
}

/** What stands in the database that only two persons may change. */
async function heldThings({ world, clientId, productId, byLetter }: Alone): Promise<Record<string, unknown>> {
  const { rows } = await world.home.db.query<Record<string, unknown>>(
    `select
       (select four_eyes::text || four_eyes_above_kopecks from party_policies where side = 'operator') as "four eyes",
       (select discount_basis_points from clients where id = $1) as discount,
       (select callback_url from clients where id = $1) as "address of callbacks",
       (select allowed_networks::text from clients where id = $1) as networks,
       (select sum(balance_kopecks) from accounts where client_id = $1 and name = 'funds') as funds,
       (select sum(credit_kopecks) from accounts where client_id = $1) as credit,
       (select count(*) from requests) as orders,
       (select count(*) from client_keys where client_id = $1) as keys,
       (select count(*) from clients where switched_on and not test_mode and id <> $1) as "other live clients",
       (select max(discount_basis_points) from clients) as "any discount",
       (select count(*) from codes) as codes,
       (select count(*) from code_readings where reader = 'operator') as readings,
       (select count(*) from code_readings where address = $2) as "codes in letters to the thief's mailbox",
       (select count(*) from integration_access where token_hash is not null or user_name is not null) as access,
       (select count(*) from memberships where till_name <> 'kassa') as cashiers,
       (select count(*) from deliveries where address in ($2, $3)) as "certificates sent to the thief",
       (select count(*) from invitations where email = $2) as "invitations of the thief's mailbox",
       (select count(*) from memberships m join persons p on p.id = m.person_id where p.email = $2) as memberships,
       (select string_agg(adapter::text, ',') from suppliers) as adapters,
       (select count(*) from product_vouches where reason = '7') as "words for products",
       (select count(*) from products where offered and id <> all ($4)) as "other products on sale"`,
    [clientId, mailbox, phone, [productId, byLetter.id]],
  );
  return rows[0] ?? {};
}

/** Whose pages are walked through: the operator's, and of whoever the mailbox was let in as. */
async function walk(alone: Alone, person: TestPerson, app: FastifyInstance): Promise<void> {
  const { world, codes, found, sent } = alone;
  const headers = {
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    cookie: `facevalue-session=${person.cookie}`,
  };
  const { begin, look } = watch(alone);
  await begin();
  // What was there before comes before what the search makes itself.
  const { clientId, supplierId, byLetter, productId } = alone;
  const first = [
    `/o/clients/${clientId}`,
    `/o/clients/${clientId}/bulk`,
    `/o/suppliers/${supplierId}`,
    `/o/suppliers/${byLetter.supplierId}`,
  ];
  await crawl([...first, `/o/suppliers/${supplierId}/tills`, `/o/products/${productId}`, '/team', '/o'], {
    get: (url) => app.inject({ url, headers }),
    async send(form: FoundForm, fields) {
      const { rows } = await world.home.db.query(`update sessions set stepped_up_at = $1, seen_at = $1`, [
        world.clock.now(),
      ]);
      assert.deepEqual(rows, []);
      return form.hasFile
        ? app.inject({
            method: 'POST',
            url: form.action,
            headers: { ...headers, 'content-type': multipartType },
            payload: multipartOf(Object.fromEntries(fields), fileFor(alone, form)),
          })
        : app.inject({
            method: 'POST',
            url: form.action,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: fields.toString(),
          });
    },
    typing,
    isOurs: (path) => /^\/(o|c|s|home|team)(\/|\?|$)/.test(path),
    // Their own sign-in is theirs anyway, and who gives up their own rights gains nothing.
    isLeftOut: ({ action }, fields) =>
      /^\/(out|me|switch|in)(\/|\?|$)/.test(action) ||
      (/^\/team\/(role|remove)/.test(action) && alone.own.includes(fields.get('id') ?? '')),
    async after(what, answer) {
      const url = what.split(/[? ]/)[0] ?? '';
      sent.set(url, (sent.get(url) ?? new Set()).add(answer.statusCode));
      assert.ok(answer.statusCode < 500, `${what}: ${answer.statusCode} ${answer.body}`);
      if (codes.some((code) => answer.body.includes(code))) found.add(`a code is shown: ${what}`);
      if (answer.body.includes('data-secret')) found.add(`a secret is shown: ${what}`);
      // A file is read before the search takes away what it names.
      if (url.endsWith('/bulk')) await world.settle();
      await look(what);
    },
    async afterRound() {
      await world.settle();
      await look('what the queues made of it');
    },
  });
}

interface Watch {
  /** What is there now is what was there before. */
  begin: () => Promise<void>;
  /** What differs from before, and which letters came. */
  look: (what: string) => Promise<void>;
}

function watch(alone: Alone): Watch {
  let before: Record<string, unknown> = {};
  const letters = new Set<string>();
  return {
    async begin() {
      before = await heldThings(alone);
    },
    async look(what) {
      const now = await heldThings(alone);
      for (const [name, value] of Object.entries(now))
        if (String(value) !== String(before[name])) alone.found.add(`${name}: ${what.slice(0, 200)}`);
      before = now;
      for (const { to, text } of alone.world.mail.letters) {
        const link = /https?:\/\/\S+\/(?:g|invite)\/\S+/.exec(text ?? '')?.[0];
        if (link === undefined || letters.has(link) || !JSON.stringify(to).includes(mailbox)) continue;
        letters.add(link);
        alone.found.add(`a letter with a link comes to the thief's mailbox: ${what.slice(0, 200)}`);
      }
    },
  };
}

/** Others go on buying what is activated by letter, and letters go out by their schedules. */
async function waitForLetters(alone: Alone): Promise<void> {
  const { world, byLetter } = alone;
  const buyer = await addCaller(world, { name: 'Другой магазин' });
  const fields = { title: 'Сертификат «Завтра»', activationScheme: 'letter' } as const;
  const productId = await transaction(world.home.db, async (tx) => {
    const ask = { supplierId: byLetter.supplierId, scheme: 'pool' as const, facesKopecks: [50_000], fields };
    const added = await addProduct(tx, ask, world.clock.now());
    assert.ok(added.is === 'added');
    await offerUntested(tx, [added.productId], world.clock.now());
    // The search has lowered the limits of the brand, as one person may.
    await tx.query(`update brands set monthly_orders_limit = null, monthly_sum_limit_kopecks = null`);
    return added.productId;
  });
  await loadInactive(world, { ...byLetter, id: productId }, freshCodes(1));
  await buyer.ok('makeOrder', { product_id: productId, face: 500, uuid: 'two' });
  const { begin, look } = watch(alone);
  await begin();
  for (let day = 1; day <= mostDaysOfSchedule; day += 1) {
    await world.settle();
    world.clock.forward('1 d');
  }
  await world.settle();
  await look('what the days after it brought');
}

const catalogue = JSON.stringify([{ id: 9001, title: 'Сертификат «Даром»', nominals: ['500'] }]);

const fileFor = ({ productId }: Alone, { action, fields }: FoundForm) => {
  const field = fields.find(({ type }) => type === 'file')?.name ?? 'file';
  if (/import/.test(action)) return { field, name: 'products.json', bytes: Buffer.from(catalogue) };
  const bytes = /bulk/.test(action)
    ? csvSheet(['product_id', 'face', 'email_to'], [[productId, 500, mailbox]])
    : csvSheet(['number', 'face'], [['EVIL-0001', 500]]);
  return { field, name: `${action.replaceAll(/\W+/g, '-')}.csv`, bytes };
};

/** A house with a client that sells, a supplier, codes, money and an issued certificate; and Eve, who has two mailboxes. */
async function houseOfTwo(): Promise<{ alone: Alone; eve: TestPerson; second: TestPerson }> {
  const world = await testWorld();
  const shop = await addCaller(world, { name: 'Подарки и точка', callbackUrl: world.callbacks.url });
  await world.home.db.query(`update clients set allowed_networks = '{127.0.0.0/8}' where id = $1`, [shop.id]);
  const product = await world.product({ title: 'Сертификат «Самовар»' });
  const byLetter = await world.product({ title: 'Сертификат «Письмо»', activationScheme: 'letter' });
  const inactive = freshCodes(2);
  await loadInactive(world, byLetter, inactive);
  const { supplierId } = byLetter;
  await setSchedule(world.ctx.db, supplierId, { addresses: ['anna@tea.example'] }, world.clock.now());
  const codes = [...(await world.pool(product, 500, 4)), ...inactive];
  await shop.ok('makeOrder', { product_id: byLetter.id, face: 500, uuid: 'two' });
  await shop.ok('makeOrder', {
    product_id: product.id,
    face: 500,
    uuid: 'one',
    email_to: 'mila@recipients.example',
  });
  await shop.ok('makeTopUp', { sum: 1000 });
  await world.settle();
  const { db, keyring } = world.home;
  const now = world.clock.now();
  await addTillUser(db, keyring, fromShell, { supplierId: product.supplierId, name: 'kassa' }, now);
  await rotateKey(db, keyring, fromShell, { clientId: shop.id }, now);
  const eve = await newPerson(world, operator, 'admin');
  const second = await newPerson(world, operator, 'admin');
  const [{ personId }, other] = [await sessionOf(world, eve), await sessionOf(world, second)];
  // As if Eve had invited it before four eyes were on.
  await db.query(`update memberships set brought_by_id = $1 where person_id = $2`, [
    personId,
    other.personId,
  ]);
  await newPerson(world, operator, 'admin');
  await inviteTo(world, operator, 'support', 'late@people.example');
  await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 0 }, now);
  const alone: Alone = {
    world,
    clientId: shop.id,
    productId: product.id,
    supplierId: product.supplierId,
    byLetter,
    codes: codes.map(({ number }) => number),
    own: [String(personId), String(other.personId)],
    found: new Set(),
    sent: new Map(),
  };
  return { alone, eve, second };
}

test('while four eyes are on, nothing that one operator with two mailboxes can send brings out a code, money or rights', async () => {
  const { alone, eve, second } = await houseOfTwo();
  await using world = alone.world;
  await walk(alone, eve, world.server);
  // A session does not last as long as a schedule.
  await walk(alone, second, world.server);
  await waitForLetters(alone);
  assert.deepEqual([...alone.found], []);
  const reached = (route: ActRoute): boolean =>
    [...alone.sent.keys()].some((address) => isOf(route, address));
  const missed = (await actRoutes(world))
    .filter(({ url, leadsTo }) => leadsTo !== 'nothing' && /^\/(o|team)\//.test(url))
    .filter((route) => !reached(route) && notShown[route.url] === undefined)
    .map(({ url }) => url);
  assert.deepEqual(missed, [], 'acts that lead somewhere and that the search has not found');
});
