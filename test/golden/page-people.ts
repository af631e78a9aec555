/** Those who look at the pages of a golden world. */
import assert from 'node:assert/strict';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { createSignIn } from '../../src/people/sign-in/sign-in.ts';
import { addTillUser } from '../../src/people/tills/till-users.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { device, inviteTo, newPerson, type TestPerson } from '../support/people-world.ts';
import type { TestWorld } from '../support/test-world.ts';

export type Visitor =
  | 'anybody'
  | 'half signed in'
  | 'without a factor'
  | 'operator'
  | 'client'
  | 'supplier'
  | 'till';

export interface PagePeople {
  /** As a browser sends them. */
  cookies: Record<Visitor, string>;
  owner: TestPerson;
  /** The token of one that nobody has accepted. */
  invitation: string;
}

export async function pagePeople(
  world: TestWorld,
  { clientId, supplierId }: { clientId: number; supplierId: number },
): Promise<PagePeople> {
  const staff = await newPerson(world, operator, 'admin');
  const owner = await newPerson(world, clientParty(clientId), 'owner');
  const manager = await newPerson(world, { side: 'supplier', partyId: supplierId }, 'manager');
  const fresh = await newPerson(world, operator, 'auditor', { factor: false });
  const half = await createSignIn(world.ctx).signIn(
    { login: staff.email, password: staff.password, ...device },
    world.clock.now(),
  );
  assert.ok(half.is === 'signed-in', half.is);
  const invitation = await inviteTo(world, operator, 'auditor', 'late@people.example', 'en');
  await send(world, '/in/recover', { email: owner.email });
  await world.settle();
  return {
    owner,
    invitation,
    cookies: {
      anybody: '',
      'half signed in': session(half.cookie),
      'without a factor': session(fresh.cookie),
      operator: session(staff.cookie),
      client: session(owner.cookie),
      supplier: session(manager.cookie),
      till: await tillCookie(world, supplierId),
    },
  };
}

const session = (cookie: string): string => `facevalue-session=${cookie}`;

const chosen = 'верный пароль кассы';

async function tillCookie(world: TestWorld, supplierId: number): Promise<string> {
  const { ctx, clock } = world;
  const user = await transaction(ctx.db, (tx) =>
    addTillUser(tx, ctx.keyring, fromShell, { supplierId, name: 'till-1' }, clock.now()),
  );
  assert.ok(user.is === 'added');
  const oneTime = await send(world, '/till/sign-in', { login: user.login, password: user.password });
  return send(world, '/till/password', { old: user.password, password: chosen, repeat: chosen }, oneTime);
}

/** A form of a page of ours; the cookie of the till that the answer sets. */
async function send(
  { server }: TestWorld,
  url: string,
  form: Record<string, string>,
  cookie = '',
): Promise<string> {
  const { cookies } = await server.inject({
    method: 'POST',
    url,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(form).toString(),
  });
  return `facevalue-cashier=${cookies.find(({ name }) => name === 'facevalue-cashier')?.value ?? ''}`;
}
