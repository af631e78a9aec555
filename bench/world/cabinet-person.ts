import { cookieOf, newToken } from '../../src/people/sessions/session.ts';
import type { ShopDatabase } from './bench-world.ts';

/** Signs in an owner of a client; answers the header of the browser's requests. */
export async function signInOwner({ db, keyring }: ShopDatabase, clientId: number): Promise<string> {
  const token = newToken();
  const { rows } = await db.query<{ id: number }>(
    `with person as (
       insert into persons (email, name, language, password_hash, totp_secret, created_at)
       values ('owner-' || $1 || '@shop.example', 'Анна', 'ru', 'none', $2, now()) returning id),
     member as (
       insert into memberships (person_id, side, party_id, role, created_at)
       select id, 'client', $1::bigint, 'owner', now() from person returning person_id, id)
     insert into sessions (person_id, token_hash, membership_id, strength, stepped_up_at, began_at, seen_at, address, agent)
     select person_id, $3, id, 'second-factor', now(), now(), now(), '127.0.0.1', 'bench' from member
     returning person_id as id`,
    [clientId, keyring.seal('none', 'bench'), token.hash],
  );
  return `facevalue-session=${cookieOf(rows[0]?.id ?? 0, token)}`;
}
