/** Leads of a party are told by letter who else leads it, and how its programs come in or are called. */
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { AccessNews } from '../../messaging/letters/person/labels.ts';
import { leadRole } from '../access/rights.ts';
import type { Party } from '../access/party.ts';
import type { Actor } from '../access/principal.ts';

/** Letters about one act at the most; a team of more leads is told through those who have led it longest. */
const mostLeads = 20;
const longestDetail = 300;

/** What was recorded. */
interface RecordedAct {
  party: Party;
  by: Actor;
  act: string;
  about: string;
  after?: object | null;
}

interface News {
  change: AccessNews;
  detail: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What leads hear of each act that the audit knows; an act that is not here is none of the kind. */
const newsOf: Record<string, (after: Fields, party: Party) => News[]> = {
  'team.joined': (after, party) => ofLead(after, party),
  'team.given-back': (after, party) => ofLead(after, party),
  'team.role-changed': (after, party) => ofLead(after, party),
  'keys.rotated': () => [{ change: 'key', detail: '' }],
  'keys.callback-secret-replaced': () => [{ change: 'callback-secret', detail: '' }],
  'api.settings-changed': (after) => ofAddresses(after),
  'client.changed': (after) => ofAddresses(after),
  'supplier.access-set': (after) => [
    ...(after['newToken'] === true || typeof after['userName'] === 'string'
      ? [{ change: 'key', detail: text(after['userName']) } as const]
      : []),
    ...ofAddresses(after),
  ],
  'supplier.adapter-set': (after) => [{ change: 'connection', detail: text(after['adapter']) }],
};

/** No half of a character: the database refuses it. */
const text = (value: unknown): string =>
  (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '')
    .slice(0, longestDetail)
    .toWellFormed();

const ofLead = (after: Fields, { side }: Party): News[] =>
  after['role'] === leadRole[side] ? [{ change: 'lead', detail: text(after['email']) }] : [];

const ofAddresses = (after: Fields): News[] => [
  ...('callbackUrl' in after ? [{ change: 'callbacks', detail: text(after['callbackUrl']) } as const] : []),
  ...('allowedNetworks' in after
    ? [{ change: 'networks', detail: text(after['allowedNetworks']) } as const]
    : []),
];

/** In the act's own transaction, to everybody who leads the party then. */
export async function tellLeads(
  tx: Tx,
  { party, by, act, about, after }: RecordedAct,
  now: Date,
): Promise<void> {
  const news = Object.hasOwn(newsOf, act) ? newsOf[act]?.({ ...after }, party) : undefined;
  // The key that only test orders are signed by orders nothing.
  if (news === undefined || news.length === 0 || about.startsWith('test key')) return;
  const { rows: leads } = await tx.query<{ address: string; language: Language }>(
    `select p.email as address, p.language from memberships m join persons p on p.id = m.person_id
     where m.side = $1 and m.party_id = $2 and m.role = $3 order by m.created_at, p.id limit $4`,
    [party.side, party.partyId, leadRole[party.side], mostLeads],
  );
  const letters = news.flatMap(({ change, detail }) =>
    leads
      // Who leads the team from now on knows it.
      .filter(({ address }) => change !== 'lead' || detail !== address)
      .map((lead) => ({ ownerId: 0, ...lead, content: { ...party, change, detail, byName: by.actorName } })),
  );
  await queueLettersToPeople(tx, 'access', letters, now);
}
