import assert from 'node:assert/strict';
import { ofParty, operator, type Party } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { beginEnrolment, confirmEnrolment } from '../../src/people/factors/enrol.ts';
import { totpAt } from '../../src/people/factors/totp.ts';
import { findSession, type Session } from '../../src/people/sessions/session.ts';
import { acceptAsNew } from '../../src/people/team/accept-invitation.ts';
import { invite } from '../../src/people/team/invite.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { TestWorld } from './test-world.ts';

export const password = 'три синих слона у реки';
export const device = { address: '203.0.113.7', agent: 'Mozilla/5.0 (Test)' };

/** Somebody at a browser: the password, the authenticator and the cookie of now. */
export interface TestPerson {
  email: string;
  password: string;
  /** Of the authenticator; null: none is enrolled. */
  secret: string | null;
  recoveryCodes: string[];
  cookie: string;
}

/** Numbers as in a process that has only this world: some lists are sorted by what they are part of. */
const made = new WeakMap<TestWorld, number>();

/** The link to this page in the last letter to this address that has one: letters that are due at the same time come in any order. */
export function linkTo(world: TestWorld, email: string, page: '/invite/' | '/in/new-password/'): string {
  const links = world.mail.letters
    .filter(({ to }) => JSON.stringify(to).includes(email))
    .map(({ text }) => /https?:\/\/\S+/.exec(text ?? '')?.[0])
    .filter((link) => link?.includes(page));
  return links.at(-1) ?? assert.fail(`no letter to ${email} with a link to ${page}`);
}

export const tokenIn = (link: string): string => new URL(link).pathname.split('/').at(-1) ?? '';

/** Invites by a real letter; answers the link's token. */
export async function inviteTo(
  world: TestWorld,
  party: Party,
  role: string,
  email: string,
  language: Language = 'ru',
): Promise<string> {
  const { db, keyring } = ofParty(world.ctx, party);
  const invited = await transaction(db, (tx) =>
    invite(tx, keyring, fromShell, { party, role, email, language }, world.clock.now()),
  );
  assert.equal(invited.is, 'invited');
  await world.settle();
  return tokenIn(linkTo(world, email, '/invite/'));
}

/** A person who has come by an invitation and signed in whole. */
export async function newPerson(
  world: TestWorld,
  party: Party = operator,
  role = 'admin',
  { factor = true } = {},
): Promise<TestPerson> {
  const number = (made.get(world) ?? 0) + 1;
  made.set(world, number);
  const email = `person-${number}@people.example`;
  const token = await inviteTo(world, party, role, email);
  const ask = { token, name: `Анна ${number}`, password, ...device };
  const accepted = await acceptAsNew(ofParty(world.ctx, party), ask, world.clock.now());
  assert.ok(accepted.is === 'accepted', accepted.is);
  const person = { email, password, secret: null, recoveryCodes: [], cookie: accepted.cookie };
  return factor ? enrol(world, person) : person;
}

async function enrol(world: TestWorld, person: TestPerson): Promise<TestPerson> {
  const session = await sessionOf(world, person);
  const begun = await beginEnrolment(world.ctx.db, world.ctx.keyring, session, world.clock.now());
  assert.ok(begun.is === 'begun', begun.is);
  const code = totpAt(begun.secret, world.clock.now());
  const enrolled = await confirmEnrolment(world.ctx, session, code, world.clock.now());
  assert.ok(enrolled.is === 'enrolled', enrolled.is);
  await world.settle();
  // The code of this moment is used up.
  world.clock.forward('30 s');
  return {
    ...person,
    secret: begun.secret,
    recoveryCodes: enrolled.recoveryCodes,
    cookie: enrolled.cookie,
  };
}

export async function sessionOf(world: TestWorld, { cookie }: { cookie: string }): Promise<Session> {
  const session = await findSession(world.ctx, cookie, world.clock.now());
  return session ?? assert.fail('there is no such session');
}

export const isIn = async (world: TestWorld, cookie: string): Promise<boolean> =>
  (await findSession(world.ctx, cookie, world.clock.now())) !== null;

export const codeOf = (world: TestWorld, { secret }: TestPerson): string =>
  totpAt(secret ?? assert.fail('no authenticator is enrolled'), world.clock.now());
