/** The letters that a person has chosen to get. */
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { clientParty } from '../access/party.ts';
import { actorOf, may, type PersonPrincipal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';
import { getsMail, mailKindNames, mayRead, type MailKind } from './mail-kinds.ts';

export interface MailReader {
  clientId: number;
  address: string;
  language: Language;
}

/** Who of these clients' people gets a kind of mail. */
export async function findMailReaders(db: Sql, kind: MailKind, clientIds: number[]): Promise<MailReader[]> {
  const { rows } = await db.query<MailReader & { role: string; choice: boolean | null }>(
    `select m.party_id as "clientId", p.email as address, p.language, m.role, c.wanted as choice
     from memberships m
     join persons p on p.id = m.person_id
     left join mail_choices c on c.client_id = m.party_id and c.person_id = m.person_id and c.kind = $2
     where m.side = 'client' and m.party_id = any($1::bigint[]) order by m.party_id, p.id`,
    [clientIds, kind],
  );
  return rows
    .filter(({ role, choice }) => getsMail(role, kind, choice))
    .map(({ clientId, address, language }) => ({ clientId, address, language }));
}

/** What the person gets at the client that it is at; only kinds that its role may see. */
export async function listMailChoices(
  db: Sql,
  { personId, partyId, role }: PersonPrincipal,
): Promise<{ kind: MailKind; gets: boolean }[]> {
  const { rows } = await db.query<{ kind: MailKind; wanted: boolean }>(
    `select kind, wanted from mail_choices where client_id = $1 and person_id = $2`,
    [partyId, personId],
  );
  const chosen = new Map(rows.map(({ kind, wanted }) => [kind, wanted]));
  return mailKindNames
    .filter((kind) => mayRead(role, kind))
    .map((kind) => ({ kind, gets: getsMail(role, kind, chosen.get(kind) ?? null) }));
}

/** Keeps which kinds the person wants; others of its role it does not. */
export async function chooseMails(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: PersonPrincipal,
  wanted: ReadonlySet<string>,
  now: Date,
): Promise<{ is: 'chosen' | 'unchanged' | 'missing' }> {
  const party = clientParty(principal.partyId);
  if (!may(principal, 'team.read', party)) return { is: 'missing' };
  return atomically<{ is: 'chosen' | 'unchanged' }>(db, async (tx) => {
    const before = await listMailChoices(tx, principal);
    const changed = before.filter(({ kind, gets }) => gets !== wanted.has(kind));
    if (changed.length === 0) return { is: 'unchanged' };
    await tx.query(
      `insert into mail_choices (client_id, person_id, kind, wanted)
       select $1, $2, kind, wanted from unnest($3::text[], $4::boolean[]) as chosen (kind, wanted)
       on conflict (client_id, person_id, kind) do update set wanted = excluded.wanted`,
      [
        party.partyId,
        principal.personId,
        changed.map(({ kind }) => kind),
        changed.map(({ kind }) => wanted.has(kind)),
      ],
    );
    const about = `person ${principal.personId}`;
    const act = { party, by: actorOf(principal), act: 'mail.chosen', about };
    const valuesBy = (value: (kind: MailKind, gets: boolean) => boolean): object =>
      Object.fromEntries(changed.map(({ kind, gets }) => [kind, value(kind, gets)]));
    const acted = {
      ...act,
      before: valuesBy((_kind, gets) => gets),
      after: valuesBy((kind) => wanted.has(kind)),
    };
    await recordAct(tx, keyring, acted, now);
    return { is: 'chosen' };
  });
}
