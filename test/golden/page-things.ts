/** What the pages of a golden world show beside its orders: one of each kind, and somebody of each side. */
import type { TestProduct } from '../support/arrange.ts';
import assert from 'node:assert/strict';
import { beginLook } from '../../src/acts/looks/look-acts.ts';
import { beginOnboarding } from '../../src/acts/onboarding/begin-onboarding.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { keepForm } from '../../src/people/sessions/kept-forms.ts';
import { findLetter } from '../../src/suppliers/activation/find-letter.ts';
import { activationToken } from '../../src/suppliers/activation/make-letters.ts';
import { approvedLook, logoFile, proposedLook } from '../support/client-looks.ts';
import { choiceProduct } from '../support/choice-things.ts';
import { offeredThings, shopAddress, waitingExchange } from '../support/operator-things.ts';
import { linkTo, sessionOf } from '../support/people-world.ts';
import { thingsOfSupplier } from '../support/supplier-things.ts';
import type { GoldenWorld } from './golden-world.ts';
import { tellCalls } from './page-calls.ts';
import { pagePeople, type PagePeople } from './page-people.ts';

export interface PageThings {
  people: PagePeople;
  /** Of the pages whose routes have parameters. */
  addresses: Record<string, string>;
  /** The pages of a gift that nobody has opened, and of one that is redeemed. */
  gifts: { fresh: string; redeemed: string };
  /** Numbers of certificates that the till accepts. */
  atTill: { sold: string; redeemed: string; theirs: TestProduct };
  /** Of addresses: they are drawn at random. */
  tokens: string[];
}

const month = '2026-10';

const look = { senderName: 'Bonus club', footerEn: 'Thank you for being with us', accent: '#0b5d3b' };

export async function pageThings(place: GoldenWorld): Promise<PageThings> {
  const { world, client, requestId, bulkId, product, testId } = place;
  const { db, keyring } = world.home;
  const theirs = await world.product({
    title: 'Tea House',
    supplierName: 'Tea House',
    activationScheme: 'letter',
  });
  const [redemption, letterId, draftId, , callId, testOfTheirs] = await thingsOfSupplier(
    world,
    theirs,
    month,
  );
  const atTill = { sold: 'TEA-2', redeemed: `CODE-OF-${theirs.supplierId}`, theirs };
  await world.pool(theirs, 500, [{ number: atTill.sold, pin: '' }]);
  await client.makeOrder({ product_id: theirs.id, face: 500, delivery_type: 'code' });
  await world.settle();
  const offered = await offeredThings(world);
  const addressId = await shopAddress(world, product.id);
  const exchangeId = await waitingExchange(world, product.supplierId, requestId);
  await beginOnboarding(db, keyring, fromShell, product.supplierId, world.clock.now());
  const people = await pagePeople(world, { clientId: client.id, supplierId: theirs.supplierId });
  const gifts = { fresh: await giftPage(place, testId), redeemed: await giftPage(place, requestId) };
  const letter = (await findLetter(db, Number(letterId))) ?? assert.fail('no such letter');
  const kept = { path: '/c/api/secret', fields: [['kind', 'callback'] as [string, string]] };
  const keptId = await keepForm(db, keyring, await sessionOf(world, people.owner), kept, world.clock.now());
  const choice = await choiceProduct(
    world,
    { product: [product.id], brand: [theirs.brandId], category: [7] },
    { title: 'Chest of choice', supplierName: 'Chest', switchedOn: false },
  );
  await approvedLook(world, client, { campaign: 'SPRING', fields: look, logo: await logoFile() });
  const waitingLook = await proposedLook(world, client, {
    campaign: 'NY_2027',
    fields: { ...look, greetingEn: 'A happy new year!', site: 'elsewhere.example' },
  });
  const begun = await beginLook(
    world.cellOf(client),
    fromShell,
    { clientId: client.id, campaign: '' },
    world.clock.now(),
  );
  assert.ok(begun.is === 'begun');
  const ofProduct = `/o/products/${product.id}`;
  const ofSupplier = `/o/suppliers/${product.supplierId}`;
  const addresses = {
    '/activation/:token': `/activation/${activationToken(keyring, letter)}`,
    '/c/bulk/:id': `/c/bulk/${bulkId}`,
    '/c/callbacks/:id': `/c/callbacks/${requestId}`,
    '/c/charts': '/c/charts?days=7',
    '/c/look/:look': `/c/look/${begun.id}`,
    '/c/look/:look/sample': `/c/look/${waitingLook.id}/sample`,
    '/c/money/days/:day': '/c/money/days/2026-11-21',
    '/c/orders/:id': `/c/orders/${requestId}`,
    '/c/orders/:id/letter': `/c/orders/${requestId}/letter`,
    '/g/:token': gifts.fresh,
    '/g/:token/resend': `${gifts.fresh}/resend?said=asked`,
    '/in/again/:id': `/in/again/${keptId}`,
    '/in/new-password/:token': new URL(linkTo(world, people.owner.email, '/in/new-password/')).pathname,
    '/invite/:token': `/invite/${people.invitation}`,
    '/o/activation/:id': `/o/activation/${letterId}`,
    '/o/approvals/:id': `/o/approvals/${offered.approvalId}`,
    '/o/callbacks/:id': `/o/callbacks/${requestId}`,
    '/o/categories/:id': '/o/categories/7',
    '/o/clients/:id': `/o/clients/${client.id}`,
    '/o/clients/:id/bulk': `/o/clients/${client.id}/bulk`,
    '/o/clients/:id/edit': `/o/clients/${client.id}/edit`,
    '/o/clients/:id/forget': `/o/clients/${client.id}/forget`,
    '/o/clients/:id/looks/:look': `/o/clients/${client.id}/looks/${waitingLook.id}`,
    '/o/clients/:id/looks/:look/sample': `/o/clients/${client.id}/looks/${waitingLook.id}/sample`,
    '/o/drafts/:id': `/o/drafts/${offered.draftId}`,
    '/o/imports/:id': `/o/imports/${offered.importId}`,
    '/o/money/:id': `/o/money/${client.id}`,
    '/o/onboarding/suppliers/:id': `/o/onboarding/suppliers/${product.supplierId}`,
    '/o/orders/:id': `/o/orders/${requestId}`,
    '/o/orders/:id/letter': `/o/orders/${requestId}/letter`,
    '/o/pools/:id': `/o/pools/${product.id}`,
    '/o/products/:id': ofProduct,
    '/o/products/:id/addresses': `${ofProduct}/addresses`,
    '/o/products/:id/addresses/:address': `${ofProduct}/addresses/${addressId}`,
    '/o/products/:id/exchange': `/o/products/${choice.id}/exchange`,
    '/o/products/:id/templates': `${ofProduct}/templates`,
    '/o/products/:id/templates/edit': `${ofProduct}/templates/edit`,
    '/o/products/:id/templates/letter': `${ofProduct}/templates/letter`,
    '/o/products/:id/templates/look': `${ofProduct}/templates/look`,
    '/o/quarantine/:id': `/o/quarantine/${exchangeId}`,
    '/o/suppliers/:id': ofSupplier,
    '/o/suppliers/:id/log': `${ofSupplier}/log`,
    '/o/suppliers/:id/products': `${ofSupplier}/products`,
    '/o/suppliers/:id/settings': `${ofSupplier}/settings`,
    '/o/suppliers/:id/tills': `${ofSupplier}/tills`,
    '/o/tests/:id': `/o/tests/${offered.runId}`,
    '/s/activation/:id': `/s/activation/${letterId}`,
    '/s/codes/:id': `/s/codes/${draftId}`,
    '/s/integration/calls/:id': `/s/integration/calls/${callId}`,
    '/s/integration/tests/:id': `/s/integration/tests/${testOfTheirs}`,
    '/s/redeemed/:transaction': `/s/redeemed/${redemption}`,
    '/s/settlement/:month': `/s/settlement/${month}`,
    '/s/templates/:id': `/s/templates/${theirs.id}`,
    '/s/templates/:id/edit': `/s/templates/${theirs.id}/edit`,
    '/s/templates/:id/letter': `/s/templates/${theirs.id}/letter`,
    '/s/templates/:id/look': `/s/templates/${theirs.id}/look`,
  };
  const tokens = Object.entries(addresses)
    .filter(([route]) => route.endsWith(':token'))
    .map(([, address]) => address.split('/').at(-1) ?? '');
  await tellCalls(place, [product.supplierId, theirs.supplierId]);
  return { people, gifts, atTill, addresses, tokens };
}

export async function giftPage({ client, program, testId }: GoldenWorld, id: number): Promise<string> {
  const asked = await (id === testId ? program : client).call('getLinks', { queue_id: id });
  const { download_url: url } = asked.data as { download_url: string };
  return new URL(url).pathname;
}
