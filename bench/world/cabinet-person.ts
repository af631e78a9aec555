import type { Party } from '../../src/people/access/party.ts';
import { leadRole } from '../../src/people/access/rights.ts';
import { cookieOf, newToken } from '../../src/people/sessions/session.ts';
import type { ShopDatabase } from './bench-world.ts';

/** Signs in a person with the leading role of a party; answers the header of the browser's requests. */
export async function signInLead({ db, keyring }: ShopDatabase, { side, partyId }: Party): Promise<string> {
  const token = newToken();
  const { rows } = await db.query<{ id: number }>(
    `with person as (
       insert into persons (email, name, language, password_hash, totp_secret, created_at)
       values ($1::text || '-' || $2 || '-' || gen_random_uuid() || '@shop.example', 'Анна', 'ru', 'none', $4, now()) returning id),
     member as (
       insert into memberships (person_id, side, party_id, role, created_at)
       select id, $1, $2::bigint, $3, now() from person returning person_id, id)
     insert into sessions (person_id, token_hash, membership_id, strength, stepped_up_at, began_at, seen_at, address, agent)
     select person_id, $5, id, 'second-factor', now(), now(), now(), '127.0.0.1', 'bench' from member
     returning person_id as id`,
    [side, partyId, leadRole[side], keyring.seal('none', 'bench'), token.hash],
  );
  return `facevalue-session=${cookieOf(rows[0]?.id ?? 0, token)}`;
}
