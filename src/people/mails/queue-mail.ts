import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { SignInChange } from '../../messaging/letters/person/labels.ts';
import type { Party } from '../access/party.ts';

/** A letter about a change of somebody's sign-in, written in the change's own transaction. */
export async function queueChangeMail(
  db: Sql,
  { email, language, change }: { email: string; language: Language; change: SignInChange },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into person_mails (kind, address, language, change, created_at, state, due_at)
     values ('changed', $1, $2, $3, $4, 'due', $4)`,
    [email, language, change, now],
  );
}

export async function queueInvitationMail(
  db: Sql,
  invitation: InvitationRound & { email: string; language: Language },
  now: Date,
): Promise<void> {
  const { side, partyId, id, round, email, language } = invitation;
  await db.query(
    `insert into person_mails
       (kind, address, language, side, party_id, invitation_id, round, created_at, state, due_at)
     values ('invitation', $1, $2, $3, $4, $5, $6, $7, 'due', $7)`,
    [email, language, side, partyId, id, round, now],
  );
}

type InvitationRound = Party & { id: number; round: number };

/** To the person who invited; where that person may not invite here any more, to all who may. */
export async function queueAskedAgainMails(
  db: Sql,
  { side, partyId, id, round }: InvitationRound,
  leadRole: string,
  now: Date,
): Promise<void> {
  await db.query(
    `with leads as (
       select p.email, p.language, p.id = i.invited_by_id as inviter
       from invitations i
       join memberships m on m.side = i.side and m.party_id = i.party_id and m.role = $5
       join persons p on p.id = m.person_id
       where i.side = $1 and i.party_id = $2 and i.id = $3)
     insert into person_mails
       (kind, address, language, side, party_id, invitation_id, round, created_at, state, due_at)
     select 'asked-again', email, language, $1, $2, $3, $4, $6, 'due', $6 from leads
     where inviter or not exists (select from leads where inviter)
     order by email limit $7`,
    [side, partyId, id, round, leadRole, now, mostAsked],
  );
}

/** Of a team with many leads, some suffice. */
const mostAsked = 5;
