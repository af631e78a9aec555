import { operator, type Party } from '../src/people/access/party.ts';
import { actorOf, fromShell } from '../src/people/access/principal.ts';
import { needsSecondFactor } from '../src/people/access/rights.ts';
import { recordAct } from '../src/people/audit/record-act.ts';
import { totpContext } from '../src/people/factors/second-step.ts';
import { newTotpSecret } from '../src/people/factors/totp.ts';
import { transaction, type Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { hashPassword } from '../src/platform/secrets/password.ts';
import type { DemoFacts } from './demo-facts.ts';
import { listDemoPersons, personsPassword } from './demo-persons.ts';
import { demoPersons, type DemoPerson } from './demo-world/persons.ts';
import type { SeedingContext } from './seed-demo.ts';

/**
 * Adds a person for every role, all with one password, the same at each start. Roles that need a second factor have an
 * authenticator; demo.json and a page of the demo show its codes. Persons that are there already are not changed.
 */
export async function seedPersons(
  { db, keyring, clock, config }: SeedingContext,
  facts: DemoFacts,
  /** Clients that the facts do not tell of, because they cannot order yet. */
  beginners: { id: number; name: string }[] = [],
): Promise<DemoFacts> {
  if (config.production) throw new Error('The demo world is never made in production.');
  const password = personsPassword(keyring);
  const passwordHash = await hashPassword(keyring, password);
  const parties = { clients: [...facts.clients, ...beginners], suppliers: facts.suppliers };
  await transaction(db, async (tx) => {
    for (const person of demoPersons)
      await addPerson(tx, keyring, { person, parties, passwordHash }, clock.now());
  });
  const persons = await listDemoPersons(db, keyring, clock.now());
  const logins = persons.map(({ email, name, side, partyId, role, totpSecret }) => ({
    page: `${facts.base_url}/in`,
    user: email,
    password,
    name,
    side,
    party_id: partyId,
    role,
    ...(totpSecret === null ? {} : { totp_secret: totpSecret }),
  }));
  return { ...facts, logins: [...facts.logins, ...logins] };
}

interface Parties {
  clients: { id: number; name: string }[];
  suppliers: { id: number; name: string }[];
}

interface PersonAsk {
  person: DemoPerson;
  parties: Parties;
  passwordHash: string;
}

async function addPerson(
  tx: Tx,
  keyring: Keyring,
  { person, parties, passwordHash }: PersonAsk,
  now: Date,
): Promise<void> {
  const { email, name } = person;
  const memberships = person.memberships.flatMap(({ role, ...at }) => {
    const party = partyOf(parties, at);
    return party === null ? [] : [{ party, role }];
  });
  if (memberships.length === 0) return;
  const { rows } = await tx.query<{ id: number }>(
    `insert into persons (email, name, language, password_hash, created_at) values ($1, $2, 'ru', $3, $4)
     on conflict (email) do nothing returning id`,
    [email, name, passwordHash, now],
  );
  const [added] = rows;
  if (added === undefined) return;
  if (memberships.some(({ party, role }) => needsSecondFactor(party.side, role))) {
    await tx.query(`update persons set totp_secret = $2 where id = $1`, [
      added.id,
      keyring.seal(newTotpSecret(), totpContext(added.id)),
    ]);
  }
  for (const { party, role } of memberships) {
    await tx.query(
      `insert into memberships (person_id, side, party_id, role, created_at) values ($1, $2, $3, $4, $5)`,
      [added.id, party.side, party.partyId, role, now],
    );
    const after = { person: added.id, email, role };
    const about = `person ${added.id}`;
    await recordAct(tx, keyring, { party, by: actorOf(fromShell), act: 'team.joined', about, after }, now);
  }
}

/** A party of another name is one that somebody has renamed, or that was never made. */
function partyOf(
  { clients, suppliers }: Parties,
  { side, partyName }: Pick<DemoPerson['memberships'][number], 'side' | 'partyName'>,
): Party | null {
  if (side === 'operator') return operator;
  const candidates = side === 'client' ? clients : suppliers;
  const partyId = candidates.find(({ name }) => name === partyName)?.id;
  return partyId === undefined ? null : { side, partyId };
}
