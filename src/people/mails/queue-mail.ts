import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { SignInChange } from '../../messaging/letters/person/labels.ts';
import type { Party } from '../access/party.ts';

/** A letter about a change of somebody's sign-in, written in the change's own transaction. */
export const queueChangeMail = (
  db: Sql,
  { email: address, language, change }: { email: string; language: Language; change: SignInChange },
  now: Date,
): Promise<void> =>
  queueLettersToPeople(db, 'sign-in-changed', [{ ownerId: 0, address, language, content: { change } }], now);

type InvitationRound = Party & { id: number; round: number };

export async function queueInvitationMail(
  db: Sql,
  invitation: InvitationRound & { email: string; language: Language },
  now: Date,
): Promise<void> {
  const { side, partyId, id: aboutId, round, email: address, language } = invitation;
  const content = { side, partyId, round };
  await queueLettersToPeople(db, 'invitation', [{ ownerId: 0, aboutId, address, language, content }], now);
}

/** To the person who invited; where that person may not invite here any more, to all who may. */
export async function queueAskedAgainMails(
  db: Sql,
  { side, partyId, id: aboutId, round }: InvitationRound,
  leadRole: string,
  now: Date,
): Promise<void> {
  const { rows } = await db.query<{ address: string; language: Language }>(
    `with leads as (
       select p.email as address, p.language, p.id = i.invited_by_id as inviter
       from invitations i
       join memberships m on m.side = i.side and m.party_id = i.party_id and m.role = $4
       join persons p on p.id = m.person_id
       where i.side = $1 and i.party_id = $2 and i.id = $3)
     select address, language from leads
     where inviter or not exists (select from leads where inviter)
     order by address limit $5`,
    [side, partyId, aboutId, leadRole, mostAsked],
  );
  const content = { side, partyId, round };
  const letters = rows.map((lead) => ({ ownerId: 0, aboutId, ...lead, content }));
  await queueLettersToPeople(db, 'asked-again', letters, now);
}

/** How many leads get the letter; in a large team some suffice. */
const mostAsked = 5;
