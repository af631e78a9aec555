/** The demo's persons, one for each role, as its page lists them. */
import type { DemoPeople, ListedPerson } from '../simulators/persons/demo-people.ts';
import { raiseSession, switchMembership } from '../src/people/sessions/change-session.ts';
import { beginSession } from '../src/people/sessions/begin-session.ts';
import { findSession } from '../src/people/sessions/session.ts';
import type { Side } from '../src/people/access/party.ts';
import { totpContext } from '../src/people/factors/second-step.ts';
import { stepOf, totpAt } from '../src/people/factors/totp.ts';
import type { Context } from '../src/context.ts';
import type { Sql } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { demoPersons } from './demo-world/persons.ts';

interface DemoMember {
  personId: number;
  membershipId: number;
  email: string;
  name: string;
  side: Side;
  partyId: number;
  partyName: string;
  role: string;
  totpSecret: string | null;
  /** The next code that an authenticator shows and that was not used yet. */
  code: string | null;
}

type Row = Omit<DemoMember, 'totpSecret' | 'code'> & { sealed: Buffer | null; lastStep: number };

const periodMs = 30_000;

/** One for all of them: the demo hides nothing from whoever runs it. */
export const personsPassword = (keyring: Keyring): string => keyring.token('demo-persons');

/** The demo's persons as they are now: whoever was taken out of a team is missing, and a new authenticator counts. */
export async function listDemoPersons(db: Sql, keyring: Keyring, now: Date): Promise<DemoMember[]> {
  const { rows } = await db.query<Row>(
    `select p.id as "personId", m.id as "membershipId", p.email, p.name, m.side, m.party_id as "partyId", m.role,
       coalesce(c.name, s.name, '') as "partyName", p.totp_secret as sealed, p.totp_step as "lastStep"
     from persons p join memberships m on m.person_id = p.id
     left join clients c on m.side = 'client' and c.id = m.party_id
     left join suppliers s on m.side = 'supplier' and s.id = m.party_id
     where p.email = any($1)
     order by array_position(array['client', 'supplier', 'operator'], m.side), m.party_id, m.id`,
    [demoPersons.map(({ email }) => email)],
  );
  return rows.map(({ sealed, lastStep, ...member }) => {
    const totpSecret = sealed === null ? null : keyring.open(sealed, totpContext(member.personId));
    return { ...member, totpSecret, code: totpSecret === null ? null : codeAt(totpSecret, lastStep, now) };
  });
}

/** The present code, or the next one where the present one is used up. */
function codeAt(secret: string, lastStep: number, now: Date): string {
  const present = totpAt(secret, now);
  const step = stepOf(secret, present, now);
  return step !== null && step <= lastStep ? totpAt(secret, new Date(now.getTime() + periodMs)) : present;
}

/** What the demo's page of persons shows and does. */
export function demoPeople(ctx: Pick<Context, 'config' | 'db' | 'cells' | 'keyring' | 'clock'>): DemoPeople {
  const { db, keyring, clock } = ctx;
  return {
    password: personsPassword(keyring),
    list: (): Promise<ListedPerson[]> => listDemoPersons(db, keyring, clock.now()),
    /** What the page of sign-in does in two steps, without its questions. */
    async signIn(membershipId, device) {
      const now = clock.now();
      const members = await listDemoPersons(db, keyring, now);
      const member = members.find((one) => one.membershipId === membershipId);
      if (member === undefined) return null;
      const { rows } = await db.query<{ passwordHash: string }>(
        `select password_hash as "passwordHash" from persons where id = $1`,
        [member.personId],
      );
      const passwordHash = rows[0]?.passwordHash ?? '';
      const begun = await beginSession(db, { id: member.personId, passwordHash }, device, now);
      const atFirst = begun === null ? null : await findSession(ctx, begun, now);
      if (atFirst === null) return null;
      const switched = await switchMembership(db, atFirst, membershipId, now);
      const there = switched === null ? null : await findSession(ctx, switched, now);
      if (there === null) return null;
      const strength = there.hasFactor ? 'second-factor' : 'password';
      return raiseSession(db, there, strength, now);
    },
  };
}
